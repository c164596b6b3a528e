from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.conftest import Clock
from jiyi.errors import InvalidInput
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.records import Action, Kind, Source, Status
from jiyi.settings import RecallSettings, Settings


async def _one(memory: AsyncMemory, user: str = "u") -> str:
    (found,) = (await memory.list(user)).items
    return found.id


async def test_remember_gains_evidence_when_the_same_is_said_again(memory: AsyncMemory) -> None:
    first = await memory.remember("u", "我对花生过敏", tags=["intake"], meta={"form": 7})
    again = await memory.remember("u", "我对花生过敏")
    assert again.id == first.id
    assert len(again.evidence) == 2
    assert again.confidence >= first.confidence
    assert again.tags == ("intake",)
    assert again.meta == {"form": 7}


async def test_remember_takes_kind_attribute_and_value_when_a_form_names_them(memory: AsyncMemory) -> None:
    kept = await memory.remember("u", "Penicillin gives me a rash.", attribute="allergy", value="penicillin")
    assert (kept.attribute, kept.value, kept.source) == ("allergy", "penicillin", Source.FORM)
    assert kept.protected
    other = await memory.remember("u", "The office moves in May.", kind="event")
    assert other.kind is Kind.EVENT
    with pytest.raises(InvalidInput, match="kind"):
        await memory.remember("u", "x y z", kind="rumour")
    with pytest.raises(InvalidInput, match="empty"):
        await memory.remember("u", "   ")


async def test_remember_replaces_what_it_contradicts_and_keeps_the_history(memory: AsyncMemory) -> None:
    old = await memory.remember("u", "我住在杭州")
    new = await memory.remember("u", "我搬到上海了")
    assert [one.content for one in (await memory.list("u")).items] == [new.content]
    story = await memory.history("u", new.id)
    assert [one.id for one in story.records] == [old.id, new.id]
    assert story.records[0].status is Status.SUPERSEDED
    assert story.records[0].superseded_by == new.id
    assert story.records[0].valid_to is not None
    assert Action.SUPERSEDE in {change.action for change in story.changes}
    assert all(change.why for change in story.changes)


async def test_correct_keeps_metadata_and_evidence_when_the_words_change(memory: AsyncMemory) -> None:
    old = await memory.remember("u", "I live in Bostn.", tags=["t"], meta={"a": 1})
    new = await memory.correct("u", old.id, "I live in Boston.")
    assert new.content == "I live in Boston."
    assert (new.tags, new.meta, new.source) == (old.tags, old.meta, Source.CORRECTED)
    assert new.evidence[: len(old.evidence)] == old.evidence
    before = await memory.get("u", old.id)
    assert (before.status, before.superseded_by) == (Status.RETRACTED, new.id)
    assert [one.id for one in (await memory.list("u")).items] == [new.id]


async def test_restore_undoes_an_update(memory: AsyncMemory) -> None:
    old = await memory.remember("u", "我住在杭州")
    new = await memory.remember("u", "我搬到上海了")
    back = await memory.restore("u", old.id)
    assert back.status is Status.CURRENT
    assert back.ended == await memory.get("u", new.id)
    assert back.ended is not None and back.ended.status is Status.RETRACTED
    assert back.why == (await memory.changes("u", ref=new.id))[-1].why != ""
    again = await memory.restore("u", new.id)
    assert again.status is Status.CURRENT
    assert (await memory.get("u", old.id)).status is Status.RETRACTED


async def test_restore_ends_what_replaced_the_replacement(memory: AsyncMemory) -> None:
    first = await memory.remember("u", "I live in Leeds.")
    await memory.remember("u", "I moved to York.")
    last = await memory.remember("u", "I moved to Bath.")
    back = await memory.restore("u", first.id)
    assert back.ended is not None and back.ended.id == last.id
    assert [one.id for one in (await memory.list("u")).items] == [first.id]


async def test_restore_names_nothing_when_it_ends_nothing(memory: AsyncMemory) -> None:
    kept = await memory.remember("u", "I love sushi.")
    assert (await memory.restore("u", kept.id)).ended is None
    await memory.retract("u", kept.id)
    back = await memory.restore("u", kept.id)
    assert (back.ended, back.why) == (None, "")


async def test_retract_takes_a_memory_out_of_recall_and_restore_brings_it_back(memory: AsyncMemory) -> None:
    kept = await memory.remember("u", "I love sushi.")
    assert (await memory.retract("u", kept.id, "joked")).status is Status.RETRACTED
    assert (await memory.recall("u", "sushi", over=("memories",))).hits == ()
    change = (await memory.changes("u"))[-1]
    assert (change.action, change.why) == (Action.RETRACT, "joked")
    await memory.restore("u", kept.id)
    assert [hit.id for hit in (await memory.recall("u", "sushi", over=("memories",))).hits] == [kept.id]


async def test_confirm_makes_a_memory_sure_and_keeps_the_rest(memory: AsyncMemory) -> None:
    kept = await memory.remember("u", "I prefer tea.", tags=["drink"])
    sure = await memory.confirm("u", kept.id)
    assert sure.confidence == 1.0
    assert len(sure.evidence) == len(kept.evidence) + 1
    assert sure.tags == ("drink",)
    await memory.retract("u", kept.id)
    with pytest.raises(InvalidInput, match="restore"):
        await memory.confirm("u", kept.id)


@pytest.mark.parametrize("said", ["I like hiking.", "我喜欢爬山", "我喜歡爬山"])
async def test_pin_keeps_a_memory_from_the_rules_until_taken_back(memory: AsyncMemory, clock: Clock, said: str) -> None:
    kept = await memory.remember("u", said, kind="event")
    assert not kept.protected
    pinned = await memory.pin("u", kept.id)
    assert pinned.protected
    assert (await memory.pin("u", kept.id)).version == pinned.version  # nothing to do
    clock.forward(days=400)
    assert [one for one in (await memory.maintain(dry_run=True)).items if one[1] == kept.id] == []
    assert not (await memory.pin("u", kept.id, pinned=False)).protected
    assert [one[2] for one in (await memory.maintain(dry_run=True)).items if one[1] == kept.id] == ["archive"]
    told = [one for one in (await memory.history("u", kept.id)).changes if one.action is Action.UPDATE]
    assert [one.patch["protected"] for one in told] == [(False, True), (True, False)]


@pytest.mark.parametrize("said", ["I'm allergic to peanuts.", "我对花生过敏", "我對花生過敏", "My name is Dana."])
async def test_unpinning_is_refused_when_a_rule_protects_it(memory: AsyncMemory, said: str) -> None:
    """Safety is not taken away by a wish about forgetting."""
    kept = await memory.remember("u", said)
    assert kept.protected
    with pytest.raises(InvalidInput, match="health, safety"):
        await memory.pin("u", kept.id, pinned=False)
    assert (await memory.get("u", kept.id)).protected


async def test_changes_count_up_by_one_without_gaps(memory: AsyncMemory) -> None:
    for number in range(5):
        await memory.remember("u", f"My locker number {number} is by the window.")
    await memory.remember("v", "I love chess.")
    versions = [change.version for change in await memory.changes("u")]
    assert versions == list(range(1, len(versions) + 1))
    assert [change.version for change in await memory.changes("u", since=2, limit=2)] == [3, 4]


async def test_list_pages_through_all_when_asked_a_few_at_a_time(memory: AsyncMemory) -> None:
    for place in ("Oslo", "Porto", "Kyoto", "Denver", "Leeds"):
        await memory.remember("u", f"I once spent a summer in {place}.", kind="event")
    seen: list[str] = []
    cursor = None
    while True:
        page = await memory.list("u", limit=2, cursor=cursor)
        seen += [one.content for one in page.items]
        cursor = page.cursor
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == page.total == 5


async def test_list_shows_what_was_held_then_when_asked_as_of_a_time(memory: AsyncMemory) -> None:
    old = await memory.remember("u", "我住在杭州")
    between = memory._parts.clock()
    await memory.remember("u", "我搬到上海了")
    then = await memory.list("u", as_of=between)
    assert [one.id for one in then.items] == [old.id]


async def test_about_gathers_what_is_known_of_a_person(memory: AsyncMemory) -> None:
    await memory.remember("u", "我女儿小雨今年上小学一年级")
    await memory.remember("u", "我住在杭州")
    found = await memory.about("u", "小雨")
    assert [one.content for one in found.memories] == ["我女儿小雨今年上小学一年级"]
    with pytest.raises(InvalidInput):
        await memory.about("u", " ")


async def test_export_comes_back_the_same_when_it_is_imported_twice(memory: AsyncMemory) -> None:
    session = memory.session("u", "s")
    await session.add("user", "我住在杭州")
    await session.add("assistant", "好的。")
    await session.add("user", "我搬到上海了")
    assert await memory.drain(30)
    rows = await memory.export("u")
    counts = await memory.import_(rows, user="copy")
    assert counts["message"] == 3
    assert await memory.import_(rows, user="copy") == {"memory": 0, "episode": 0, "message": 0, "session": 0}
    assert await memory.drain(30)
    mine, theirs = (
        await memory.list("u", status=("current", "superseded")),
        await memory.list("copy", status=("current", "superseded")),
    )
    assert {(one.id, one.content, one.evidence, one.valid_to) for one in mine.items} == {
        (one.id, one.content, one.evidence, one.valid_to) for one in theirs.items
    }


async def test_import_brings_history_numbers_and_times_back_when_the_user_is_new(
    memory: AsyncMemory, clock: Clock
) -> None:
    session = memory.session("u", "s", zone="Asia/Tokyo")
    for text in ("我住在杭州", "I love chess.", "我搬到上海了", "我对花生过敏", "I work nights."):
        await session.add("user", text, key=f"k {text}", meta={"from": "a form"})
        await session.add("assistant", "好的。")
    await session.update_state({"step": 2})
    assert await memory.drain(30)
    found = {one.content: one for one in (await memory.list("u")).items}
    await memory.forget("u", found["I love chess."].id)  # leaves gaps among the messages, and a log row without words
    await memory.correct("u", found["I work nights."].id, "I work days.")
    await memory.retract("u", found["我对花生过敏"].id, "误会")
    rows = await memory.export("u")
    clock.forward(days=3)
    await memory.import_(json.loads(json.dumps(rows)), user="copy")

    def of(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{name: value for name, value in row.items() if name not in ("user", "at")} for row in rows if row]

    assert json.dumps(of(await memory.export("copy"))) == json.dumps(of(rows))
    assert [row.get("at") for row in (await memory.export("copy"))[1:]] == [row.get("at") for row in rows[1:]]
    for one in (await memory.list("u")).items:
        mine, theirs = await memory.history("u", one.id), await memory.history("copy", one.id)
        assert [replace(change, user="u") for change in theirs.changes] == list(mine.changes)
    assert (await memory.recall("copy", "where do I live?")).hits
    await memory.remember("copy", "I love tea.")
    assert [one.version for one in await memory.changes("copy")] == list(
        range(1, len(await memory.changes("copy")) + 1)
    )


async def test_import_takes_the_rest_when_an_export_is_not_whole(memory: AsyncMemory) -> None:
    await memory.session("u", "s").add("user", "我住在杭州")
    assert await memory.drain(30)
    rows = [row for row in await memory.export("u") if row["type"] != "change"]
    counts = await memory.import_(rows, user="copy")
    assert (counts["memory"], counts["message"]) == (1, 1)
    assert "import" in {one.by for one in await memory.changes("copy")}


async def test_import_guards_the_history_too(memory: AsyncMemory) -> None:
    await memory.remember("u", "I live in Graz.")
    await memory.remember("u", "I live in Leeds.")
    rows = [dict(row) for row in await memory.export("u")]
    for row in rows:
        if row["type"] == "change":
            row["why"] = "my password is hunter2zebraQ"
    await memory.import_(rows, user="copy")
    assert len(await memory.changes("copy")) == len(await memory.changes("u"))
    assert "hunter2zebraQ" not in str(await memory.export("copy"))


async def test_import_refuses_what_is_no_export(memory: AsyncMemory) -> None:
    with pytest.raises(InvalidInput, match="export"):
        await memory.import_([{"type": "memory", "content": "x"}])
    with pytest.raises(InvalidInput, match="row 2"):
        await memory.import_([{"type": "head", "format": 1, "user": "u"}, {"type": "memory", "content": "x"}])


async def test_recall_counts_uses_in_batches_and_never_moves_the_log(url: str, embedder: LocalEmbedder) -> None:
    settings = Settings(recall=RecallSettings(flush_uses_seconds=0.05))
    async with AsyncMemory.open(url, settings, embedder=embedder) as memory:
        kept = await memory.remember("u", "I love chess.")
        log = await memory.changes("u")
        for _ in range(3):
            await memory.recall("u", "chess", over=("memories",))
        for _ in range(200):
            if (await memory.get("u", kept.id)).recall_count == 3:
                break
            await asyncio.sleep(0.02)
        used = await memory.get("u", kept.id)
        assert used.recall_count == 3
        assert used.last_recalled_at is not None
        assert await memory.changes("u") == log


async def test_close_goes_on_by_itself_when_nobody_waits_for_it(tmp_path: Path, embedder: LocalEmbedder) -> None:
    memory = await AsyncMemory.open(tmp_path / "a.db", embedder=embedder)
    await memory.remember("u", "I love chess.")
    closing = asyncio.create_task(memory.close())
    await asyncio.sleep(0)
    closing.cancel()
    await memory.close()
    assert not [thread for thread in threading.enumerate() if "a.db" in thread.name]


async def test_remember_keeps_all_when_many_say_the_same_at_once(memory: AsyncMemory) -> None:
    await asyncio.gather(*(memory.remember("u", "我住在成都") for _ in range(40)))
    (kept,) = (await memory.list("u")).items
    assert len(kept.evidence) == 40


async def test_correct_refuses_when_the_memory_was_corrected_before(memory: AsyncMemory) -> None:
    first = await memory.remember("u", "我住在杭州")
    second = await memory.correct("u", first.id, "我住在苏州")
    with pytest.raises(InvalidInput, match=second.id):
        await memory.correct("u", first.id, "我住在无锡")
    same = await memory.correct("u", second.id, "我住在苏州")
    assert same.id == second.id
    assert [one.content for one in (await memory.list("u")).items] == ["我住在苏州"]


async def test_correct_reads_the_attribute_anew_when_the_words_are_about_something_else(memory: AsyncMemory) -> None:
    first = await memory.remember("u", "I live in Leeds.")
    second = await memory.correct("u", first.id, "My name is Dana.")
    assert (second.attribute, second.value) == ("name", "Dana")


@pytest.mark.parametrize("place", ["value", "tags", "attribute"])
async def test_remember_guards_every_field(memory: AsyncMemory, place: str) -> None:
    secret = "card 4111 1111 1111 1111"
    given = {place: [secret] if place == "tags" else secret}
    await memory.remember("u", "fact one about the garden", **given)  # type: ignore[arg-type]
    assert "4111 1111" not in str(await memory.export("u"))


async def test_import_is_guarded_and_brings_the_session_back(memory: AsyncMemory) -> None:
    session = memory.session("u", "s", zone="Asia/Tokyo")
    await session.add("user", "我住在东京")
    await session.update_state({"step": 2})
    assert await memory.drain(30)
    rows = [dict(row) for row in await memory.export("u")]
    for row in rows:
        if row["type"] in ("message", "memory"):
            row["content"] += " my password is hunter2zebraQ"
    await memory.import_(rows, user="copy")
    assert await memory.drain(30)
    assert "hunter2zebraQ" not in str(await memory.export("copy"))
    assert await memory.session("copy", "s").state == {"step": 2}
    exported = [row for row in await memory.export("copy") if row["type"] == "session"]
    assert exported[0]["zone"] == "Asia/Tokyo"


EARLY = "0001-01-01T00:00:00+14:00"  # before the first moment that can be told in UTC


@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("memory", "content", ""),
        ("memory", "recorded_at", None),
        ("memory", "recorded_at", EARLY),
        ("memory", "last_recalled_at", EARLY),
        ("memory", "recall_count", -1),
        ("memory", "recall_count", 10**30),
        ("memory", "id", ""),
        ("memory", "id", "x" * 10_000),
        ("memory", "evidence", [{"quote": 5, "at": "2026-06-01T08:00:00+00:00"}]),
        ("episode", "first", -1),
        ("session", "id", None),
        ("session", "summary", "x"),
        ("session", "ended_at", "soon"),
        ("message", "role", "judge"),
        ("message", "at", None),
    ],
)
async def test_import_writes_nothing_when_a_row_could_not_be_read_again(
    memory: AsyncMemory, kind: str, field: str, value: object, known: bool
) -> None:
    await _refuses_import(memory, kind, field, value, known)


@pytest.mark.parametrize("known", [False, True], ids=["new", "known"])
@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [("memory", "content", "\ud800"), ("episode", "session", "\x00"), ("message", "session", "\x00")],
)
async def test_import_writes_nothing_when_a_text_is_none(kind: str, field: str, value: str, known: bool) -> None:
    """Over HTTP the client mends such a text before it goes out."""
    async with AsyncMemory.open(":memory:") as memory:
        await _refuses_import(memory, kind, field, value, known)


async def _refuses_import(memory: AsyncMemory, kind: str, field: str, value: object, known: bool) -> None:
    session = memory.session("u", "s")
    await session.add("user", "My sister Ana lives in Porto.")
    await memory.drain()
    rows = [{**row} for row in await memory.export("u")]
    next(row for row in rows if row["type"] == kind)[field] = value
    if known:
        await memory.remember("v", "I like tea.")
    before = [one.id for one in (await memory.list("v")).items]
    with pytest.raises(InvalidInput):
        await memory.import_(rows, user="v")
    assert [one.id for one in (await memory.list("v")).items] == before
    assert not await memory.session("v", "s").messages()
