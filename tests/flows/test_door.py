"""What a caller may not pass: each is an error of ours that names the argument, and nothing is read differently."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from jiyi import codec
from jiyi.errors import InvalidInput, JiyiError, NaiveTime, StoreCorrupt, TooLong
from jiyi.flows import door
from jiyi.memory import AsyncMemory, AsyncSession
from jiyi.models.local import NoEmbedder
from jiyi.records import Change, Kind, Message, SessionRecord
from jiyi.rows import ChangeRow, ItemRow, MessageRow, SessionRow
from jiyi.settings import Settings
from jiyi.sync import Memory

LONE = "\ud800"  # half of a pair: no encoder takes it
HUGE = 2**63
NAIVE = datetime(2026, 1, 1, tzinfo=UTC).replace(tzinfo=None)
FIRST = datetime.min.replace(tzinfo=UTC)
LAST = datetime.max.replace(tzinfo=UTC)
NAN = float("nan")

Call = Callable[[Any], Awaitable[Any]]


@pytest.fixture
async def memory() -> AsyncIterator[AsyncMemory]:
    async with AsyncMemory.open(":memory:", Settings(), embedder=NoEmbedder()) as opened:
        yield opened


@pytest.fixture
def session(memory: AsyncMemory) -> AsyncSession:
    return memory.session("u", "s")


def case(what: str, call: Call, *, id: str) -> Any:
    return pytest.param(what, call, id=id)


def cases(what: str, call: Callable[[Any, Any], Awaitable[Any]], *values: object) -> list[Any]:
    """One case for each value, called with it."""

    def bound(value: object) -> Call:
        return lambda target: call(target, value)

    return [
        case(what, bound(value), id=f"{what}-{value!r:.20}".encode("ascii", "replace").decode()) for value in values
    ]


TEXT: tuple[Any, ...] = (1, b"x", [], 1.5)
TIMES = (FIRST, LAST, NAIVE, "2026-01-01", 0)

IN_MEMORY = [
    *cases("content", lambda m, v: m.remember("u", v), None, *TEXT),
    *cases("kind", lambda m, v: m.remember("u", "I like tea.", kind=v), "x", 1, []),
    *cases("attribute", lambda m, v: m.remember("u", "I like tea.", attribute=v), *TEXT),
    *cases("value", lambda m, v: m.remember("u", "I like tea.", value=v), 3, ["x"]),
    *cases("tags", lambda m, v: m.remember("u", "I like tea.", tags=v), None, 1, b"x", [1], {"a": 1}),
    *cases("meta", lambda m, v: m.remember("u", "I like tea.", meta=v), 0, "", [], {"a": object()}, {1: "a"}),
    *cases("at", lambda m, v: m.remember("u", "I like tea.", at=v), *TIMES),
    *cases("query", lambda m, v: m.recall("u", v), None, *TEXT),
    *cases("k", lambda m, v: m.recall("u", "x", k=v), None, "3", 1.5, True, 0, -1, HUGE),
    *cases("over", lambda m, v: m.recall("u", "x", over=v), None, 1, "memory", ["x"], [1]),
    *cases("kinds", lambda m, v: m.recall("u", "x", kinds=v), 1, ["x"], "x", [1]),
    *cases("tags", lambda m, v: m.recall("u", "x", tags=v), 1, [1]),
    *cases("status", lambda m, v: m.recall("u", "x", status=v), None, 1, "x"),
    *cases("as_of", lambda m, v: m.recall("u", "x", as_of=v), *TIMES),
    *cases("zone", lambda m, v: m.recall("u", "x", zone=v), "Not/AZone", 1, "", "../x", LONE, "Asia"),
    *cases("confidence", lambda m, v: m.recall("u", "x", where={"confidence": v}), NAN, {">": NAN}, [NAN]),
    *cases("filter", lambda m, v: m.recall("u", "x", where=v), 1, "x", []),
    *cases("limit", lambda m, v: m.list("u", limit=v), None, 0, 10**30, HUGE, "3", True),
    *cases("cursor", lambda m, v: m.list("u", cursor=v), 1, "", "x", "².x", "--5.x", "9" * 5000 + ".x"),
    *cases("status", lambda m, v: m.list("u", status=v), None, 1, ["x"]),
    *cases("tags", lambda m, v: m.list("u", tags=v), 1, b"x"),
    *cases("kinds", lambda m, v: m.list("u", kinds=v), 1, ["x"]),
    *cases("as_of", lambda m, v: m.list("u", as_of=v), *TIMES),
    *cases("id", lambda m, v: m.get("u", v), None, "", LONE, *TEXT),
    *cases("id", lambda m, v: m.history("u", v), None, *TEXT),
    *cases("id", lambda m, v: m.correct("u", v, "I like tea."), None, *TEXT),
    *cases("content", lambda m, v: m.correct("u", "i", v), None, *TEXT),
    *cases("id", lambda m, v: m.confirm("u", v), None, *TEXT),
    *cases("id", lambda m, v: m.retract("u", v), None, *TEXT),
    *cases("id", lambda m, v: m.pin("u", v), None, *TEXT),
    *cases("pinned", lambda m, v: m.pin("u", "i", v), None, 1, "yes"),
    *cases("why", lambda m, v: m.retract("u", "i", v), None, *TEXT),
    *cases("id", lambda m, v: m.restore("u", v), None, *TEXT),
    *cases("entity", lambda m, v: m.about("u", v), None, "", *TEXT),
    *cases("id", lambda m, v: m.forget("u", id=v), [], 1),
    *cases("about", lambda m, v: m.forget("u", about=v), 1, [], " "),
    *cases("session", lambda m, v: m.forget("u", session=v), 5, []),
    *cases("dry_run", lambda m, v: m.forget("u", about="x", dry_run=v), None, "no", 1),
    *cases("now", lambda m, v: m.maintain(v), *TIMES),
    *cases("dry_run", lambda m, v: m.maintain(dry_run=v), None, "no"),
    *cases("since", lambda m, v: m.changes("u", since=v), "x", None, -1, HUGE, 1.5),
    *cases("limit", lambda m, v: m.changes("u", limit=v), None, 0, HUGE, "3"),
    *cases("rows", lambda m, v: m.import_(v), None, [1], "x", {}, 1),
    *cases("user", lambda m, v: m.import_([], v), 1, "", b"x"),
    *cases("timeout", lambda m, v: m.drain(v), "x", -1, NAN, True),
    *cases("user", lambda m, v: m.jobs(v), b"x", "", 1),
    *cases("state", lambda m, v: m.jobs(state=v), "x", 1, []),
    *cases("limit", lambda m, v: m.jobs(limit=v), -1, None, HUGE),
    *cases("jobs", lambda m, v: m.retry(v), None, 1, "x", [1]),
    *cases("batch", lambda m, v: m.reembed(v), None, -1, 0, "x", True),
    *cases("once", lambda m, v: m.work(v), None, "no"),
    *cases("after", lambda m, v: m.sessions("u", after=v), None, 1),
    *cases("limit", lambda m, v: m.sessions("u", limit=v), None, -1, HUGE, "x"),
]

WITH_USER = [
    *cases("user", lambda m, v: m.remember(v, "I like tea."), *TEXT),
    *cases("user", lambda m, v: m.recall(v, "x"), *TEXT),
    *cases("user", lambda m, v: m.list(v), *TEXT),
    *cases("user", lambda m, v: m.get(v, "i"), *TEXT),
    *cases("user", lambda m, v: m.history(v, "i"), *TEXT),
    *cases("user", lambda m, v: m.profile(v), *TEXT),
    *cases("user", lambda m, v: m.about(v, "tea"), *TEXT),
    *cases("user", lambda m, v: m.correct(v, "i", "I like tea."), *TEXT),
    *cases("user", lambda m, v: m.confirm(v, "i"), *TEXT),
    *cases("user", lambda m, v: m.retract(v, "i"), *TEXT),
    *cases("user", lambda m, v: m.restore(v, "i"), *TEXT),
    *cases("user", lambda m, v: m.forget(v, about="tea"), *TEXT),
    *cases("user", lambda m, v: m.erase(v), *TEXT),
    *cases("user", lambda m, v: m.changes(v), *TEXT),
    *cases("user", lambda m, v: m.export(v), *TEXT),
    *cases("user", lambda m, v: m.sessions(v), *TEXT),
]

IN_SESSION = [
    *cases("role", lambda s, v: s.add(v, "hello"), 1, "x", None, []),
    *cases("content", lambda s, v: s.add("user", v), None, *TEXT),
    *cases("name", lambda s, v: s.add("user", "hello", name=v), *TEXT),
    *cases("meta", lambda s, v: s.add("user", "hello", meta=v), 0, "", [], {1: 2}, {"a": NAN}, {"a": {1}}),
    *cases("at", lambda s, v: s.add("user", "hello", at=v), *TIMES),
    *cases("key", lambda s, v: s.add("user", "hello", key=v), "", *TEXT),
    *cases("max_tokens", lambda s, v: s.context("hello", v), None, "x", 0, 1.5, True, HUGE),
    *cases("system", lambda s, v: s.context("hello", 500, v), 5, [], b"x"),
    *cases("input", lambda s, v: s.context(v, 500), 5, [], b"x", " "),
    *cases("after", lambda s, v: s.messages(v), None, "x", -1, HUGE),
    *cases("limit", lambda s, v: s.messages(limit=v), "x", -1, HUGE),
    *cases("changes", lambda s, v: s.update_state(v), None, 1, [], "x", {1: 2}, {"a": object()}),
    *cases("name", lambda s, v: s.note(v, "x"), None, *TEXT),
    *cases("value", lambda s, v: s.note("n", v), object(), {1: 2}, NAN),
]


def names(error: JiyiError, what: str) -> bool:
    return re.search(rf"\b{what}\b", str(error)) is not None


@pytest.mark.parametrize(("what", "call"), [*IN_MEMORY, *WITH_USER])
async def test_verb_refuses_when_an_argument_is_of_no_use(memory: AsyncMemory, what: str, call: Call) -> None:
    with pytest.raises(InvalidInput) as raised:
        await call(memory)
    assert names(raised.value, what)


@pytest.mark.parametrize(("what", "call"), IN_SESSION)
async def test_session_refuses_when_an_argument_is_of_no_use(session: AsyncSession, what: str, call: Call) -> None:
    with pytest.raises(InvalidInput) as raised:
        await call(session)
    assert names(raised.value, what)
    assert await session.messages() == ()


@pytest.mark.parametrize("zone", [1, [], b"x", "", "Not/AZone", LONE, "/etc/hosts", "a" * 5000])
def test_session_refuses_when_the_zone_is_none(memory: AsyncMemory, zone: Any) -> None:
    with pytest.raises(InvalidInput, match="zone"):
        memory.session("u", zone=zone)


@pytest.mark.parametrize("id", [0, [], "", b"x", LONE])
def test_session_refuses_when_the_id_is_none(memory: AsyncMemory, id: Any) -> None:
    with pytest.raises(InvalidInput, match="session"):
        memory.session("u", id)


@pytest.mark.parametrize("url", [1, b"x", [], True])
async def test_open_refuses_when_the_url_is_no_text(url: Any) -> None:
    with pytest.raises(InvalidInput, match="url"):
        await AsyncMemory.open(url)
    with pytest.raises(InvalidInput, match="url"):
        Memory.open(url)


async def test_open_refuses_when_the_settings_are_none() -> None:
    wrong: Any = 1
    with pytest.raises(InvalidInput, match="settings"):
        await AsyncMemory.open(":memory:", settings=wrong)


async def test_errors_keep_a_persons_words_out_when_they_are_of_the_wrong_type(session: AsyncSession) -> None:
    wrong: Any = b"my secret plan"
    for call in (session.add("user", wrong), session.add("user", "x", name=wrong), session.context(wrong, 500)):
        with pytest.raises(InvalidInput) as raised:
            await call
        assert "secret" not in str(raised.value)


async def test_kept_json_is_clean_when_it_holds_half_a_character(session: AsyncSession) -> None:
    message = await session.add("user", "hello", name=f"a{LONE}", meta={f"k{LONE}": [f"v{LONE}", {"x": (LONE,)}]})
    assert message.name == "a\ufffd"
    assert message.meta == {"k\ufffd": ["v\ufffd", {"x": ["\ufffd"]}]}
    assert (await session.messages())[0].meta == message.meta
    assert await session.update_state({f"a{LONE}": LONE}) == {"a\ufffd": "\ufffd"}
    assert await session.note(f"n{LONE}", LONE) == {"n\ufffd": "\ufffd"}


async def test_meta_is_refused_when_it_is_nested_without_end(session: AsyncSession) -> None:
    deep: dict[str, Any] = {}
    deep["again"] = deep
    with pytest.raises(InvalidInput, match="deeper"):
        await session.add("user", "hello", meta=deep)


async def test_name_is_refused_when_it_is_too_long(session: AsyncSession) -> None:
    with pytest.raises(TooLong, match="name"):
        await session.add("user", "hello", name="x" * 513)


async def test_bare_texts_count_as_one_when_several_may_be_given(memory: AsyncMemory) -> None:
    kept = await memory.remember("u", "I work as a baker.", kind="fact", tags="work")
    assert kept.tags == ("work",)
    assert [one.id for one in (await memory.list("u", kinds="fact", status="current", tags="work")).items] == [kept.id]
    found = await memory.recall("u", "baker", over="memories", kinds="fact", status="current", tags="work")
    assert [hit.id for hit in found.hits] == [kept.id]
    assert (await memory.list("u", tags="wo")).items == ()


async def test_import_takes_rows_when_they_can_be_gone_through_only_once(memory: AsyncMemory) -> None:
    await memory.remember("u", "I work as a baker.")
    rows = await memory.export("u")
    once: Any = iter(rows)
    assert (await memory.import_(once, "v"))["memory"] == 1


@pytest.mark.parametrize("content", [5, None, [], {}])
async def test_import_refuses_when_the_content_of_a_memory_is_no_text(memory: AsyncMemory, content: object) -> None:
    await memory.remember("u", "I work as a baker.")
    rows = [{**row, "content": content} if row["type"] == "memory" else row for row in await memory.export("u")]
    with pytest.raises(InvalidInput):
        await memory.import_(rows, "v")
    assert (await memory.list("v")).total == 0


@pytest.mark.parametrize("year", [1899, 2201])
def test_moment_refuses_when_the_year_is_absurd(year: int) -> None:
    with pytest.raises(InvalidInput, match=str(year)):
        door.moment(datetime(year, 6, 1, tzinfo=UTC))


def test_moment_refuses_when_the_time_has_no_zone() -> None:
    with pytest.raises(NaiveTime):
        door.moment(NAIVE)


BODIES = [b"", b"J1", b"{", b"null", b"[]", b"\xff\xfe", b"J1" + bytes(500)]


@pytest.mark.parametrize("body", BODIES)
def test_item_is_corrupt_when_its_body_is_damaged(body: bytes) -> None:
    row = ItemRow(id="the-id", body=body, embedder="none")
    for read in (codec.memory, codec.episode):
        with pytest.raises(StoreCorrupt, match="the-id"):
            read(row, "u")


async def test_item_is_corrupt_when_its_body_is_cut_or_changed(memory: AsyncMemory) -> None:
    kept = await memory.remember("u", "I work as a baker.", kind=Kind.FACT)
    (row,) = await memory._parts.store.fetch("u", (kept.id,))
    for body in (row.body[:-1], row.body[:-20], row.body.replace(b'"kind"', b'"find"'), row.body + b"x"):
        with pytest.raises(StoreCorrupt, match=kept.id):
            codec.memory(row._replace(body=body), "u")


@pytest.mark.parametrize(
    "body", [b"{", b"null", b"[]", b"5", b"\xff\xfe", b'{"summary": 5, "role": 1, "patch": {"a": 1}}']
)
def test_row_is_corrupt_when_its_body_is_damaged(body: bytes) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)

    def message() -> Message:
        return codec.message(MessageRow(seq=7, body=body, key=None), "u", "s")

    def session() -> SessionRecord:
        row = SessionRow(id="s", body=body, revision=1, last_seq=0, started_at=now, updated_at=now, ended_at=None)
        return codec.session(row, "u")

    def change() -> Change:
        return codec.change(ChangeRow(version=7, action="add", ref="r", at=now, body=body), "u")  # type: ignore[arg-type]

    for read, named in ((message, "message 7"), (session, "session 's'"), (change, "change 7")):
        with pytest.raises(StoreCorrupt, match=named):
            read()
