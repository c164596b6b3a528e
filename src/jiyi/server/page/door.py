"""The page's paths, and what every request of a person passes: sign-in, whose memory, errors in plain words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from jiyi.errors import Forbidden, InvalidInput, JiyiError, NotFound, Outdated, Unauthorized
from jiyi.server import problems
from jiyi.server.caller import Caller
from jiyi.server.gate import CALLER, COOKIE, PAGE
from jiyi.server.operations import Right
from jiyi.server.page import known, parting, people, review, tending, times, turns
from jiyi.server.page.view import HEADERS, LANGUAGE, YEAR_SECONDS, View, opened, static_files
from jiyi.server.page.words import say
from jiyi.server.serving import Serving

Handler = Callable[[View], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]
NOBODY = Caller(name="nobody", right=Right.READ, users=())  # who has not signed in
KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml", "LICENSE": "text/plain"}
DAY_SECONDS = 24 * 3600
LOCAL_USER = "me"  # offered on a machine without keys, as on the command line

# What needs a person who signed in, and a user: path, method, what answers.
PATHS: tuple[tuple[str, str, Handler], ...] = (
    ("memories", "GET", known.memories),
    ("memories/{id:path}", "GET", known.memory),
    ("memories/{id:path}", "POST", known.change),
    ("review", "GET", review.review),
    ("review", "POST", review.decide),
    ("timeline", "GET", times.timeline),
    ("people", "GET", people.people),
    ("turn", "GET", turns.turn),
    ("turn", "POST", turns.turn),
    ("forget", "GET", parting.forget),
    ("forget", "POST", parting.forget),
    ("export", "GET", parting.export),
    ("erase", "GET", parting.erase),
    ("erase", "POST", parting.erase),
)

# What concerns the whole store: the operations behind it want the right to admin.
OF_ALL: tuple[tuple[str, str, Handler], ...] = (
    ("running", "GET", tending.running),
    ("running", "POST", tending.retry),
)


def routes(serving: Serving) -> tuple[Route, ...]:
    """For the app."""
    return (
        Route("/", home, methods=["GET"]),
        _route("", _start(serving), "GET"),
        _route("/", _start(serving), "GET"),
        _route("/sign-in", _open(serving, sign_in), "GET", "POST"),
        _route("/sign-out", _open(serving, sign_out), "POST"),
        _route("/language", _open(serving, language), "POST"),
        _route("/static/{name}", static, "GET"),
        *(_route(f"/{path}", _of_user(serving, call), method) for path, method, call in PATHS),
        *(_route(f"/{path}", _of_all(serving, call), method) for path, method, call in OF_ALL),
        _route("/{rest:path}", _open(serving, nowhere), "GET"),
    )


def _route(path: str, call: Endpoint, *methods: str) -> Route:
    """A route that the access log can name."""

    async def endpoint(request: Request) -> Response:
        request.scope["route"] = route
        return await call(request)

    route = Route(f"{PAGE}{path}", endpoint, methods=methods)
    return route


async def home(_: Request) -> Response:
    """Who opens the server's address in a browser wants the page."""
    return RedirectResponse(f"{PAGE}/", 303)


# --- every request ------------------------------------------------------------------------------------------------
def _open(serving: Serving, call: Handler) -> Endpoint:
    """A path that needs nobody to have signed in."""

    async def endpoint(request: Request) -> Response:
        view = await opened(serving, request, request.scope.get(CALLER, NOBODY))
        return await _answered(view, call)

    return endpoint


def _of_user(serving: Serving, call: Handler, *, whose: bool = True) -> Endpoint:
    """A path about one user, for those who may."""

    async def endpoint(request: Request) -> Response:
        view = await opened(serving, request, request.scope.get(CALLER, NOBODY))
        if view.caller is NOBODY:
            return _to_sign_in(view)
        view.user = view.asked("user") or view.caller.own
        if view.user is None and whose:
            return view.to(f"{PAGE}/")
        return await _answered(view, call)

    return endpoint


def _of_all(serving: Serving, call: Handler) -> Endpoint:
    """A path about no user in particular."""
    return _of_user(serving, call, whose=False)


async def _answered(view: View, call: Handler) -> Response:
    """The answer, or a page that says what was wrong."""
    try:
        if view.request.method == "POST" and not await view.read_form():
            return view.html("problem.html", Forbidden.status, text=say("stale_form", view.lang), detail="")
        if view.user is not None:
            view.caller.admit_user(view.user)
        return await call(view)
    except JiyiError as error:
        return refused(view, error)
    except Exception as error:  # noqa: BLE001 - told in words that a person understands, and in the log
        problems.note_unexpected(error)
        return view.html("problem.html", 500, text=say("unexpected", view.lang), detail="")


def refused(view: View, error: JiyiError) -> Response:
    """An error as a page. What the reader can do about it comes first, the error's own words after it."""
    known_words = {NotFound: "not_found", Forbidden: "forbidden", Outdated: "outdated"}
    key = next((key for kind, key in known_words.items() if isinstance(error, kind)), None)
    if isinstance(error, Forbidden):
        view.user = None  # nothing of somebody else's name in the links
    text = say("problem", view.lang) if key is None else say(key, view.lang)
    return view.html("problem.html", error.status, text=text, detail="" if key else str(error))


def _to_sign_in(view: View) -> Response:
    if view.partly:  # htmx would put the sign-in form into the middle of the page
        return view.sealed(Response(status_code=401, headers={"HX-Redirect": f"{PAGE}/sign-in"}))
    return view.to(f"{PAGE}/sign-in")


# --- coming in ----------------------------------------------------------------------------------------------------
def _start(serving: Serving) -> Endpoint:
    """To the memories of the only user, or the question whose."""

    async def start(view: View) -> Response:
        if view.caller is NOBODY:
            return _to_sign_in(view)
        if view.caller.own is not None:
            return view.to(f"{PAGE}/memories")
        return view.html("whose.html", proposed="" if view.caller.bounded or serving.ring.any else LOCAL_USER)

    return _open(serving, start)


async def sign_in(view: View) -> Response:
    """Show a key or token once; a cookie holds from then on."""
    if view.request.method == "GET":
        return view.html("sign_in.html", wrong=False)
    try:
        kept = await view.serving.ring.page_pass(view.given("key").strip())
    except Unauthorized:
        return view.html("sign_in.html", Unauthorized.status, wrong=True)
    answer = view.to(f"{PAGE}/")
    view.keep(answer, COOKIE, kept)
    return answer


async def sign_out(view: View) -> Response:
    answer = view.to(f"{PAGE}/sign-in")
    answer.delete_cookie(COOKIE, path=PAGE)
    return answer


async def language(view: View) -> Response:
    """The other language, from now on."""
    if view.given("lang") not in ("en", "zh"):
        raise InvalidInput("the page speaks en and zh")
    answer = view.back("")
    view.keep(answer, LANGUAGE, view.given("lang"), YEAR_SECONDS)
    return answer


async def nowhere(view: View) -> Response:
    raise NotFound("no such page")


async def static(request: Request) -> Response:
    """A file that a browser loads, by its name alone. Its address changes with it, so that it may be kept."""
    name = request.path_params["name"]
    body = static_files().get(name)
    if body is None:
        return Response(status_code=404, headers=HEADERS)
    kind = KINDS.get(name.rpartition(".")[2], "application/octet-stream")
    headers = {**HEADERS, "Cache-Control": f"public, max-age={DAY_SECONDS}"}
    return Response(body, headers=headers, media_type=kind)
