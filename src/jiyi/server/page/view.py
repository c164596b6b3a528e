"""One request of a person, and how it is answered: asking operations, making HTML, reading forms."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache, partial
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit
from zoneinfo import ZoneInfo

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from jiyi.errors import InvalidInput
from jiyi.language.normalize import visible
from jiyi.reasons import in_chinese, plainly
from jiyi.server.caller import Caller
from jiyi.server.gate import PAGE
from jiyi.server.operations import BY_NAME, Right
from jiyi.server.page import words
from jiyi.server.serving import Serving

BROWSER = "jiyi_browser"  # a cookie with a secret of this browser, that forms are bound to
LANGUAGE = "jiyi_lang"
YEAR_SECONDS = 365 * 24 * 3600
TOLD = ("done", "of", "ended", "n")  # in an address: what was done just now, to which memory, what that ended, how many
VIEWS = ("memories", "review", "timeline", "people", "turn")  # in the menu of a user
MOST_FIELDS = 2000  # of a form
FORM = "application/x-www-form-urlencoded"
# Nothing but our own files: no inline script or style, no frame around us, no form to elsewhere.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",  # with `no-referrer` a form's Origin would be `null`, as that of another site
    "Cache-Control": "no-store",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@lru_cache(maxsize=1)
def static_files() -> Mapping[str, bytes]:
    """What a browser loads besides the pages, by name."""
    return {one.name: one.read_bytes() for one in files("jiyi.server.page").joinpath("static").iterdir()}


@lru_cache(maxsize=1)
def templates() -> Environment:
    """The templates. Everything that is put into them is escaped."""
    made = Environment(
        loader=PackageLoader("jiyi.server.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals["page"] = PAGE
    made.filters["visible"] = visible
    made.globals["stamp"] = hashlib.sha256(b"".join(static_files().values())).hexdigest()[:8]
    return made


def prepare() -> None:
    """Make all templates ready, so that the first reader does not wait for it."""
    for name in templates().list_templates():
        templates().get_template(name)


@dataclass(slots=True, kw_only=True)
class View:
    """Who asks, whose memory it is, in which language."""

    serving: Serving
    request: Request
    caller: Caller
    lang: words.Lang
    user: str | None = None
    browser: str = ""  # the secret of this browser
    form_token: str = ""
    fresh: bool = False  # the browser did not have its secret yet
    form: Mapping[str, Sequence[str]] = field(default_factory=dict)

    # --- asking -----------------------------------------------------------------------------------------------
    async def ask(self, name: str, **fields: Any) -> Any:
        """What an operation of the table answers this person. Raises any JiyiError, Forbidden above all."""
        operation = BY_NAME[name]
        return await self.serving.value(operation, self.caller, None if operation.whole else self.user, fields)

    def may(self, right: str) -> bool:
        """Whether the person has a right; what needs it is not shown otherwise, and refused anyway."""
        if right == Right.ADMIN:
            return self.caller.right.covers(Right.ADMIN) and not self.caller.bounded
        return self.caller.right.covers(Right(right))

    def asked(self, name: str, default: str = "") -> str:
        """A value of the query."""
        return self.request.query_params.get(name, default)

    def given(self, name: str, default: str = "") -> str:
        """A value of the form."""
        return next(iter(self.form.get(name, ())), default)

    @property
    def signed_in(self) -> bool:
        """Whether there is somebody to sign out."""
        return self.serving.ring.any and self.caller.users != ()

    @property
    def views(self) -> tuple[str, ...]:
        """The menu of this person."""
        return (*(VIEWS if self.user is not None else ()), *(("running",) if self.may(Right.ADMIN) else ()))

    @property
    def partly(self) -> bool:
        """Whether htmx asks for a part of the page."""
        return self.request.headers.get("hx-request") == "true"

    # --- forms ------------------------------------------------------------------------------------------------
    async def read_form(self) -> bool:
        """Take in the form's fields. False when it is not sure that the form is one of ours. Raises InvalidInput."""
        if self.request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
            raise InvalidInput("a form is expected")
        try:
            text = (await self.request.body()).decode("ascii")
            pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS, errors="strict")
        except ValueError as error:
            raise InvalidInput("the form cannot be read") from error
        found: dict[str, list[str]] = {}
        for name, value in pairs:
            found.setdefault(name, []).append(value)
        self.form = found
        origin = self.request.headers.get("origin")
        same = origin is None or origin.partition("://")[2].lower() == self.request.headers.get("host", "").lower()
        given = self.given("form_token").encode("utf-8", "surrogatepass")
        return not self.fresh and same and hmac.compare_digest(given, self.form_token.encode())

    # --- answering --------------------------------------------------------------------------------------------
    def url(self, path: str, **query: object) -> str:
        """A link within the page that stays with this user."""
        named = self.user if self.user != self.caller.own else None
        pairs = [(name, str(value)) for name, value in query.items() if value not in (None, "")]
        pairs += [] if named is None else [("user", named)]
        return f"{PAGE}/{path}" + (f"?{urlencode(pairs)}" if pairs else "")

    def here(self, **query: object) -> str:
        """This address with other values in its query."""
        told = {name: value for name, value in self.request.query_params.items() if name not in TOLD}
        pairs = {name: str(value) for name, value in {**told, **query}.items() if value not in (None, "")}
        return quote(self.request.url.path) + (f"?{urlencode(pairs)}" if pairs else "")

    def html(self, template: str, status: int = 200, **values: Any) -> Response:
        """A template as the answer."""
        zone = ZoneInfo(self.serving.settings.zone)
        hidden = Markup('<input type="hidden" name="form_token" value="{}">').format(self.form_token)
        text = (
            templates()
            .get_template(template)
            .render(
                view=self,
                lang=self.lang,
                say=partial(_say, self.lang),
                action=partial(words.action, lang=self.lang),
                reason=self.reason,
                plainly=partial(plainly, chinese=self.lang == "zh"),
                part=partial(words.part, lang=self.lang),
                relation=partial(words.relation, lang=self.lang),
                day=partial(_time, zone, "%Y-%m-%d"),
                minute=partial(_time, zone, "%Y-%m-%d %H:%M"),
                month=partial(_time, zone, "%Y-%m"),
                done=self.asked("done"),
                hidden=lambda: hidden,
                back=self.here(cursor=None, month=None) if self.request.method == "GET" else "",
                views=self.views,
                here=self.request.url.path.removeprefix(f"{PAGE}/"),
                **values,
            )
        )
        return self.sealed(HTMLResponse(text, status))

    def reason(self, text: str) -> str:
        """A reason of the log or of a trace in the reader's language."""
        return in_chinese(text) if self.lang == "zh" else text

    def to(self, where: str) -> Response:
        """Go there, by GET."""
        return self.sealed(RedirectResponse(where, 303))

    def back(self, default: str, **query: object) -> Response:
        """To where the form came from (only within the page), telling what was done."""
        asked = self.given("back")
        parts = urlsplit(asked)
        inside = asked.startswith(f"{PAGE}/") and not (parts.scheme or parts.netloc or "\\" in asked)
        if not inside or any(ord(one) < 32 for one in asked):
            return self.to(self.url(default, **query))
        pairs = [pair for pair in parse_qsl(parts.query) if pair[0] not in TOLD]
        pairs += [(name, str(value)) for name, value in query.items()]
        return self.to(parts.path + (f"?{urlencode(pairs)}" if pairs else ""))

    def sealed(self, answer: Response) -> Response:
        """The answer with what keeps a browser safe, and its secret if it had none."""
        answer.headers.update(HEADERS)
        if self.fresh:
            self.keep(answer, BROWSER, self.browser)
        return answer

    def keep(self, answer: Response, name: str, value: str, seconds: int | None = None) -> None:
        """A cookie that only this page's own requests carry, and no script reads."""
        answer.set_cookie(
            name,
            value,
            max_age=seconds,
            path=PAGE,
            secure=self.request.url.scheme == "https",
            httponly=True,
            samesite="lax",  # links from elsewhere open; forms have a token of their own
        )


def _say(lang: words.Lang, key: str, **values: object) -> str:
    return words.say(key, lang, **values)


def _time(zone: ZoneInfo, shape: str, at: datetime | None) -> str:
    return "" if at is None else at.astimezone(zone).strftime(shape)


async def opened(serving: Serving, request: Request, caller: Caller) -> View:
    """The view of a request."""
    browser = request.cookies.get(BROWSER, "")
    fresh = not 20 <= len(browser) <= 100
    if fresh:
        browser = secrets.token_urlsafe(24)
    return View(
        serving=serving,
        request=request,
        caller=caller,
        lang=words.language(request.cookies.get(LANGUAGE), request.headers.get("accept-language", "")),
        browser=browser,
        form_token=await serving.ring.form_token(browser),
        fresh=fresh,
    )
