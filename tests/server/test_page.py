"""The page, as a browser without JavaScript uses it: reading, setting right, forgetting, in both languages."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from html import unescape
from html.parser import HTMLParser

import httpx2
import pytest
from starlette.requests import Request
from starlette.responses import Response

from jiyi.flows import transfer
from jiyi.indexes.large import ENGINES
from jiyi.memory import AsyncMemory
from jiyi.records import Status
from jiyi.server.caller import Caller
from jiyi.server.operations import Right
from jiyi.server.page import door
from jiyi.server.page.view import View
from jiyi.server.page.words import ACTIONS, WORDS, say
from server.conftest import Server
from source import PACKAGE

EN, ZH = {"Accept-Language": "en-GB,en;q=0.9"}, {"Accept-Language": "zh-CN,zh;q=0.9"}
NASTY = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "[click](javascript:alert(1)) **bold** `code`",
    "{{ 7 * 7 }} {% raw %} ${7*7}",
    "'; alert(1); //",
    "我喜欢<b>茶</b>&amp;<!--",
)


class Found(HTMLParser):
    """What of a page could do something: elements, handlers, targets."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def token(page: httpx2.Response) -> str:
    found = re.search(r'name="form_token" value="(\w+)"', page.text)
    assert found
    return found[1]


async def shown(http: httpx2.AsyncClient, path: str, headers: dict[str, str] = EN) -> httpx2.Response:
    answer = await http.get(path, headers=headers, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return answer


async def posted(http: httpx2.AsyncClient, path: str, page: httpx2.Response, **fields: str) -> httpx2.Response:
    return await http.post(path, data={"form_token": token(page), **fields}, headers=EN)


async def signed_in(http: httpx2.AsyncClient, key: str) -> httpx2.Response:
    start = await shown(http, "/ui/sign-in")
    return await posted(http, "/ui/sign-in", start, key=key)


# --- reading ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("headers", "words", "lang"),
    [
        (EN, ("What it knows about me", "About you", "Why is this kept?"), "en"),
        (ZH, ("它知道我什么", "基本情况"), "zh-Hans"),
    ],
)
async def test_page_speaks_the_readers_language_when_asked(
    memory: AsyncMemory, http: httpx2.AsyncClient, headers: dict[str, str], words: tuple[str, ...], lang: str
) -> None:
    await memory.remember("u-1", "I live in Lisbon.")
    page = await shown(http, "/ui/memories?user=u-1", headers)
    assert all(one in page.text for one in (*words, "I live in Lisbon."))
    assert f'<html lang="{lang}">' in page.text


async def test_language_stays_when_chosen(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    page = await shown(http, "/ui/memories?user=u-1&kind=fact")
    answer = await posted(http, "/ui/language", page, lang="zh", back="/ui/memories?user=u-1&kind=fact")
    assert answer.headers["location"] == "/ui/memories?user=u-1&kind=fact"
    assert "基本情况" in (await shown(http, answer.headers["location"])).text


@pytest.mark.parametrize("nasty", NASTY)
async def test_stored_markup_stays_text_when_shown(memory: AsyncMemory, http: httpx2.AsyncClient, nasty: str) -> None:
    kept = await memory.remember("u-1", f"I like {nasty}")
    session = memory.session("u-1", nasty)
    await session.add("user", f"I like {nasty} a lot.")
    pages = ["memories?", f"memories/{kept.id}?", f"memories?q={httpx2.QueryParams({'a': nasty})['a']}&"]
    for path in pages:
        text = (await http.get(f"/ui/{path}user=u-1", headers=EN)).text
        found = Found(text)
        scripts = {(attrs.get("src") or "").partition("?")[0] for tag, attrs in found.tags if tag == "script"}
        assert scripts == {"/ui/static/htmx.min.js", "/ui/static/page.js"}
        assert not [name for _, attrs in found.tags for name in attrs if name.startswith("on") or name == "style"]
        assert not [one for _, attrs in found.tags for one in (attrs.get("href") or "",) if "javascript" in one]
        assert not [
            tag
            for tag, attrs in found.tags
            if tag == "img" and not (attrs["src"] or "").startswith("/ui/static/icon.svg?")
        ]
        if "q=" not in path:
            assert kept.content in found.text


async def test_answers_forbid_inline_code_and_other_sites_when_any_page(http: httpx2.AsyncClient) -> None:
    for path in ("/ui/", "/ui/memories?user=u-1", "/ui/nowhere", "/ui/static/page.css", "/ui/static/none"):
        headers = (await http.get(path)).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"


def test_static_files_ask_nothing_of_other_sites_when_loaded() -> None:
    """No address of another host; the namespaces of XML are names, not addresses."""
    for path in (*(PACKAGE / "server/page").rglob("*.css"), *(PACKAGE / "server/page").rglob("*.html")):
        assert not re.search(r"https?://|@import|(?<!view\.)url\(", path.read_text(encoding="utf-8")), path
    assert "Zero-Clause BSD" in (PACKAGE / "server/page/static/htmx.LICENSE").read_text(encoding="utf-8")


async def test_list_is_paged_when_long(memory: AsyncMemory, server: Server, http: httpx2.AsyncClient) -> None:
    for number in range(60):
        await memory.remember("u-1", f"My locker number {number} is at station {number * 7}.", kind="fact")
    first = await shown(http, "/ui/memories?user=u-1&kind=fact")
    assert first.text.count('<li class="memory"') == 50
    more = unescape(re.search(r'hx-get="([^"]+)"[^>]*>Show more', first.text)[1])  # type: ignore[index]
    rest = await http.get(more, headers={**EN, "HX-Request": "true"})
    total = (await memory.list("u-1", kinds=["fact"])).total
    assert rest.text.count('<li class="memory"') == total - 50 > 0
    assert "<html" not in rest.text
    assert "<html" in (await shown(http, more)).text  # and without JavaScript a page of its own


@pytest.mark.parametrize("query", ["allergic", "pean", "peanuts", "ALLERGIC"])
async def test_search_finds_when_words_are_half_typed(
    memory: AsyncMemory, http: httpx2.AsyncClient, query: str
) -> None:
    await memory.remember("u-1", "I'm allergic to peanuts.")
    page = await http.get(f"/ui/memories?user=u-1&q={query}", headers={**EN, "HX-Request": "true"})
    assert "I&#39;m allergic to peanuts." in page.text


async def test_filters_narrow_when_given(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    old = await memory.remember("u-1", "I live in Lisbon.")
    await memory.correct("u-1", old.id, "I live in Porto.")
    await memory.remember("u-1", "I like tea.", kind="preference")
    for query, there, gone in (
        ("standing=past", "Lisbon", "Porto"),
        ("kind=preference", "tea", "Porto"),
        ("source=corrected", "Porto", "tea"),
        ("day=2020-01-01", "Nothing here matches", "Porto"),
    ):
        text = Found((await shown(http, f"/ui/memories?user=u-1&{query}")).text).text
        assert there in text, query
        assert gone not in text, query
    for wrong in ("kind=x", "standing=x", "source=x", "day=x", "day=0001-01-01&kind=x"):
        assert (await http.get(f"/ui/memories?user=u-1&{wrong}")).status_code == 400


# --- setting right --------------------------------------------------------------------------------------------------
async def test_correcting_is_undone_when_asked(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    old = await memory.remember("u-1", "I live in Lisbon.")
    page = await shown(http, "/ui/memories?user=u-1")
    where, back = f"/ui/memories/{old.id}?user=u-1", "/ui/memories?user=u-1"
    done = await posted(
        http, where, page, verb="correct", content="I live in Porto.", version=str(old.version), back=back
    )
    assert done.status_code == 303
    told = await shown(http, done.headers["location"])
    assert "Corrected." in told.text
    assert [one.content for one in (await memory.list("u-1")).items] == ["I live in Porto."]
    undone = await posted(http, where, told, verb="restore", back=back)
    assert undone.status_code == 303
    assert [one.content for one in (await memory.list("u-1")).items] == ["I live in Lisbon."]


async def test_restoring_names_what_it_ended_and_undo_brings_that_back(
    memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    old = await memory.remember("u-1", "I live in Leeds.")
    new = await memory.remember("u-1", "I moved to York.")
    page = await shown(http, f"/ui/memories/{old.id}?user=u-1")
    where, back = f"/ui/memories/{old.id}?user=u-1", "/ui/review?user=u-1"
    done = await posted(http, where, page, verb="restore", back=back)
    told = await shown(http, done.headers["location"])
    assert "no longer used" in told.text and "I moved to York." in told.text
    assert f'action="/ui/memories/{new.id}?user=u-1"' in told.text
    await posted(http, f"/ui/memories/{new.id}?user=u-1", told, verb="restore", back=back)
    assert [one.id for one in (await memory.list("u-1")).items] == [new.id]


@pytest.mark.parametrize(("verb", "status"), [("retract", Status.RETRACTED), ("confirm", Status.CURRENT)])
async def test_button_changes_a_memory_when_pressed(
    memory: AsyncMemory, http: httpx2.AsyncClient, verb: str, status: Status
) -> None:
    kept = await memory.remember("u-1", "I live in Lisbon.")
    page = await shown(http, f"/ui/memories/{kept.id}?user=u-1")
    done = await posted(http, f"/ui/memories/{kept.id}?user=u-1", page, verb=verb, version=str(kept.version))
    assert done.status_code == 303
    after = await memory.get("u-1", kept.id)
    assert after.status is status
    assert after.version > kept.version


async def test_pinning_is_undone_when_asked(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    kept = await memory.remember("u-1", "I like hiking.")
    where = f"/ui/memories/{kept.id}?user=u-1"
    page = await shown(http, where)
    done = await posted(http, where, page, verb="pin", version=str(kept.version), back=where)
    told = await shown(http, done.headers["location"])
    assert "not be forgotten by itself" in told.text
    assert (await memory.get("u-1", kept.id)).protected
    await posted(http, where, told, verb="unpin", back=where)
    assert not (await memory.get("u-1", kept.id)).protected


async def test_change_is_refused_when_the_memory_moved_on(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    kept = await memory.remember("u-1", "I live in Lisbon.")
    page = await shown(http, f"/ui/memories/{kept.id}?user=u-1")
    await memory.confirm("u-1", kept.id)
    done = await posted(http, f"/ui/memories/{kept.id}?user=u-1", page, verb="retract", version=str(kept.version))
    assert done.status_code == 412
    assert "Look at it again" in done.text
    assert (await memory.get("u-1", kept.id)).status is Status.CURRENT


async def test_detail_tells_history_when_corrected(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    old = await memory.remember("u-1", "I live in Lisbon.")
    new = await memory.correct("u-1", old.id, "I live in Porto.")
    english = Found((await shown(http, f"/ui/memories/{new.id}?user=u-1")).text).text
    assert "I live in Lisbon." in english
    assert "corrected on request" in english
    chinese = Found((await shown(http, f"/ui/memories/{old.id}?user=u-1", ZH)).text).text
    assert "按要求更正" in chinese


@pytest.mark.parametrize(
    "back", ["//evil.example/x", "https://evil.example/", "/ui\\@evil.example", "javascript:1", "/x"]
)
async def test_way_back_stays_in_the_page_when_forged(memory: AsyncMemory, http: httpx2.AsyncClient, back: str) -> None:
    kept = await memory.remember("u-1", "I live in Lisbon.")
    page = await shown(http, "/ui/memories?user=u-1")
    done = await posted(http, f"/ui/memories/{kept.id}?user=u-1", page, verb="confirm", back=back)
    assert done.headers["location"].startswith("/ui/memories?")


@pytest.mark.parametrize(
    ("n", "told"), [(1, "said 1 time"), ("1", "said 1 time"), (2, "said 2 times"), (0, "said 0 times")]
)
def test_words_take_their_form_when_counted(n: object, told: str) -> None:
    assert say("times", "en", n=n) == told
    assert say("times", "zh", n=n) == f"说过 {n} 次"


# --- parting --------------------------------------------------------------------------------------------------------
async def test_forgetting_shows_first_when_asked(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    await memory.remember("u-1", "My sister Ann lives in Oslo.")
    await memory.remember("u-1", "I like tea.")
    page = await shown(http, "/ui/forget?user=u-1")
    preview = await posted(http, "/ui/forget?user=u-1", page, about="Ann")
    assert "My sister Ann lives in Oslo." in preview.text
    assert (await memory.list("u-1")).total == 2
    seen = re.search(r'name="seen" value="(\w+)"', preview.text)[1]  # type: ignore[index]
    # Something is said meanwhile: nothing goes that was not shown.
    await memory.remember("u-1", "Ann plays chess.")
    again = await posted(http, "/ui/forget?user=u-1", preview, about="Ann", seen=seen)
    assert "Something changed" in again.text
    assert (await memory.list("u-1")).total == 3
    seen = re.search(r'name="seen" value="(\w+)"', again.text)[1]  # type: ignore[index]
    gone = await posted(http, "/ui/forget?user=u-1", again, about="Ann", seen=seen)
    assert "Deleted for good" in gone.text
    assert [one.content for one in (await memory.list("u-1")).items] == ["I like tea."]


async def test_erasing_wants_the_name_when_asked(server: Server, memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    await memory.remember("u-1", "I like tea.")
    page = await shown(http, "/ui/erase?user=u-1")
    assert (await posted(http, "/ui/erase?user=u-1", page, sure="u")).status_code == 400
    assert (await memory.list("u-1")).total == 1
    done = await posted(http, "/ui/erase?user=u-1", page, sure="u-1")
    assert "Everything is erased" in done.text and "could not be asked" not in done.text
    assert (await memory.list("u-1")).total == 0
    store = server.serving.memory._parts.store
    server.run(store.note(ENGINES, "pgvector:postgresql://127.0.0.1:9/gone?connect_timeout=1"))
    done = await posted(http, "/ui/erase?user=u-1", page, sure="u-1")
    server.run(store.note(ENGINES, ""))
    assert "could not be asked" in done.text and "127.0.0.1:9" in done.text


async def test_download_is_what_import_reads_when_asked(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    await memory.remember("u-1", "我喜欢喝茶。")
    answer = await http.get("/ui/export?user=u-1")
    assert answer.headers["content-disposition"].startswith("attachment")
    rows = [json.loads(line) for line in answer.text.split("\n") if line]
    assert (await memory.import_(rows, "u-2"))["memory"] == 1


async def test_download_comes_in_pieces_when_there_is_much(
    memory: AsyncMemory, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(4):
        await memory.session("u-1", "s-1").add("user", f"I have {number} cats.")
        await memory.remember("u-1", f"我有 {number} 只猫。", meta={"at": [1.5, None, {"é": "😀"}]})
    assert await memory.drain()  # what is judged in the background would change between the two readings
    monkeypatch.setattr(transfer, "BATCH", 3)

    async def pieces() -> list[bytes]:
        return [one async for one in server.serving.exported(Caller(name="me", right=Right.READ), "u-1")]

    found = server.run(pieces())
    rows = [json.loads(line) for line in b"".join(found).decode().split("\n") if line]
    assert len(found) > 5 and max(one.count(b"\n") for one in found) <= 3
    whole = json.loads(json.dumps(await memory.export("u-1")))
    assert rows[1:] == whole[1:] and len(rows) > 12


# --- who may --------------------------------------------------------------------------------------------------------
async def test_form_is_refused_when_not_of_this_browser(memory: AsyncMemory, http: httpx2.AsyncClient) -> None:
    kept = await memory.remember("u-1", "I live in Lisbon.")
    where = f"/ui/memories/{kept.id}?user=u-1"
    page = await shown(http, where)
    good = {"form_token": token(page), "verb": "retract"}
    for fields, headers in (
        ({"verb": "retract"}, {}),
        ({**good, "form_token": "0" * 64}, {}),
        (good, {"Cookie": "jiyi_browser=another-browsers-secret-000"}),
        (good, {"Origin": "https://evil.example"}),
    ):
        assert (await http.post(where, data=fields, headers=headers)).status_code == 403
    assert (await http.post(where, json=good)).status_code == 400
    assert (await memory.get("u-1", kept.id)).status is Status.CURRENT


@pytest.mark.parametrize("origin", ["http://[", "null", "https://evil.example"])
async def test_form_is_refused_when_its_origin_is_odd(server: Server, http: httpx2.AsyncClient, origin: str) -> None:
    _, text = server.run(server.serving.ring.create("mine", Right.WRITE, users=("u-1",)))  # type: ignore[misc]
    await signed_in(http, text)
    form = {"form_token": token(await shown(http, "/ui/forget")), "about": "tea"}
    assert (await http.post("/ui/forget", data=form, headers={"Origin": origin})).status_code == 403


async def test_page_asks_to_sign_in_when_there_are_keys(server: Server, http: httpx2.AsyncClient) -> None:
    _, text = server.run(server.serving.ring.create("mine", Right.WRITE, users=("u-1",)))  # type: ignore[misc]
    for path in ("/ui/", "/ui/memories", "/ui/memories?user=u-1", "/ui/forget", "/ui/export"):
        answer = await http.get(path)
        assert answer.headers["location"] == "/ui/sign-in", path
    part = await http.get("/ui/memories", headers={"HX-Request": "true"})
    assert part.headers["hx-redirect"] == "/ui/sign-in"
    wrong = await signed_in(http, "jiyi_0000000000_wrong")
    assert wrong.status_code == 401
    assert "jiyi_page" not in http.cookies
    done = await signed_in(http, text)
    assert done.status_code == 303
    assert text not in str(http.cookies)
    assert "What it knows" in (await shown(http, "/ui/")).text
    # What a browser keeps is good for the page alone.
    assert (await http.get("/api/v1/memories")).status_code == 401
    kept = http.cookies["jiyi_page"]
    assert (await http.get("/api/v1/memories", headers={"Authorization": f"Bearer {kept}"})).status_code == 401
    page = await shown(http, "/ui/memories")
    await posted(http, "/ui/sign-out", page)
    assert (await http.get("/ui/memories")).headers["location"] == "/ui/sign-in"


async def test_address_alone_leads_to_the_page_when_there_are_keys_or_none(
    server: Server, http: httpx2.AsyncClient
) -> None:
    assert (await http.get("/")).headers["location"] == "/ui/"
    server.run(server.serving.ring.create("mine", Right.WRITE))
    answer = await http.get("/")
    assert (answer.status_code, answer.headers["location"]) == (303, "/ui/")
    assert (await http.post("/")).status_code == 405


async def test_sign_in_ends_when_the_key_is_revoked_or_rotated(server: Server, http: httpx2.AsyncClient) -> None:
    ring = server.serving.ring
    for end in (ring.revoke, ring.rotate):
        key, text = server.run(ring.create("mine", Right.WRITE, users=("u-1",)))  # type: ignore[misc]
        await signed_in(http, text)
        await shown(http, "/ui/memories")
        server.run(end(key.id))
        assert (await http.get("/ui/memories")).headers["location"] == "/ui/sign-in"


async def test_other_user_is_refused_when_the_key_is_bounded(
    server: Server, memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    theirs = await memory.remember("u-2", "I live in Lisbon.")
    _, text = server.run(server.serving.ring.create("mine", Right.WRITE, users=("u-1",)))  # type: ignore[misc]
    await signed_in(http, text)
    page = await shown(http, "/ui/memories")
    for path in ("memories", f"memories/{theirs.id}", "forget", "export", "erase"):
        answer = await http.get(f"/ui/{path}?user=u-2")
        assert answer.status_code == 403, path
        assert "Lisbon" not in answer.text
    assert (await http.get(f"/ui/memories/{theirs.id}")).status_code == 404
    for path, fields in (
        (f"memories/{theirs.id}", {"verb": "retract"}),
        ("forget", {"about": "Lisbon"}),
        ("erase", {"sure": "u-2"}),
    ):
        answer = await posted(http, f"/ui/{path}?user=u-2", page, **fields)
        assert answer.status_code == 403, path


async def test_reader_may_look_only_when_the_key_may_only_read(
    server: Server, memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    kept = await memory.remember("u-1", "I live in Lisbon.")
    _, text = server.run(server.serving.ring.create("mine", Right.READ))  # type: ignore[misc]
    await signed_in(http, text)
    page = await shown(http, "/ui/memories?user=u-1")
    assert "I live in Lisbon." in page.text
    assert 'name="verb"' not in page.text
    answer = await posted(http, f"/ui/memories/{kept.id}?user=u-1", page, verb="retract")
    assert answer.status_code == 403


async def test_token_opens_its_user_alone_when_signed_in(
    server: Server, memory: AsyncMemory, http: httpx2.AsyncClient
) -> None:
    await memory.remember("u-1", "I live in Lisbon.")
    ring = server.serving.ring
    key, _ = server.run(ring.create("app", Right.WRITE))  # type: ignore[misc]
    made = server.run(ring.token(key.caller(), "u-1", Right.READ, 60))
    await signed_in(http, made.token)  # type: ignore[attr-defined]
    assert "I live in Lisbon." in (await shown(http, "/ui/memories")).text
    assert (await http.get("/ui/memories?user=u-2")).status_code == 403


def test_reader_gets_plain_words_when_a_view_breaks(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    async def broken(view: View) -> Response:
        raise KeyError("ann's secret")

    scope = {"type": "http", "method": "GET", "path": "/ui/x", "headers": [], "query_string": b"", "scheme": "http"}
    answer = server.run(door._open(server.serving, broken)(Request({**scope, "server": ("localhost", 80)})))
    assert answer.status_code == 500  # type: ignore[attr-defined]
    body = answer.body.decode()  # type: ignore[attr-defined]
    assert "Something went wrong" in body
    told = "".join(record.getMessage() for record in caplog.records)
    assert "KeyError" in told
    assert "secret" not in body + told


async def test_log_names_the_view_and_nothing_of_a_person(
    memory: AsyncMemory, http: httpx2.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    kept = await memory.remember("ann-the-user", "I love sushi from Kyoto.")
    with caplog.at_level(logging.INFO, logger="jiyi.access"):
        await http.get(f"/ui/memories/{kept.id}?user=ann-the-user&q=Kyoto")
        for _ in range(100):  # the line is written once the answer is away
            text = "".join(record.getMessage() for record in caplog.records)
            if "/ui/" in text:
                break
            await asyncio.sleep(0.02)
    assert '"route": "/ui/memories/{id}"' in text
    assert not [word for word in ("Kyoto", "ann-the-user", kept.id) if word in text]


# --- words ----------------------------------------------------------------------------------------------------------
def test_words_are_in_both_languages_and_none_is_idle() -> None:
    pieces = re.compile(r"\{(\w+)\}")
    for english, chinese in (*WORDS.values(), *ACTIONS.values()):
        assert sorted(pieces.findall(english)) == sorted(pieces.findall(chinese)), english
        assert english
        assert chinese
    folder = PACKAGE / "server/page"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.html"))
    for key in set(re.findall(r"say\('(\w+)'[,)]", text)):
        assert key in WORDS, f"the page says {key!r}, which has no words"
