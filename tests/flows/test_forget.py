from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest

from jiyi.errors import Conflict, InvalidInput, NotFound
from jiyi.memory import AsyncMemory
from jiyi.models.local import LocalEmbedder
from jiyi.records import Status
from jiyi.settings import ForgetSettings, Settings, WindowSettings

from .conftest import Clock


def _files(folder: Path) -> bytes:
    return b"".join(Path(entry.path).read_bytes() for entry in os.scandir(folder) if entry.is_file())


async def _say(memory: AsyncMemory, *texts: str, user: str = "u", session: str = "s") -> None:
    chat = memory.session(user, session)
    for text in texts:
        await chat.add("user", text)
        await chat.add("assistant", "ok: " + text)
    assert await memory.drain(60)


async def test_forget_about_erases_memory_turn_and_message_and_keeps_the_rest(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "My salary is 93k and I live in Leeds.", "I love chess.")
        await memory.session("u", "s").update_state({"note": "salary 93k"})
        shown = await memory.forget("u", about="my salary", dry_run=True)
        assert shown.dry_run
        assert (await memory.forget("u", about="my salary", dry_run=True)).preview == shown.preview
        assert [one.value for one in shown.memories] == ["93k"]
        assert (await memory.list("u")).total == 3
        done = await memory.forget("u", about="my salary")
        assert done.memories == shown.memories
        left = " ".join(one.content for one in (await memory.list("u")).items)
        assert "Leeds" in left
        assert "chess" in left
        assert all("93k" not in hit.content for hit in (await memory.recall("u", "salary 93k", k=20)).hits)
        assert "93k" not in str(await memory.export("u"))
    assert b"93k" not in _files(tmp_path)


async def test_forget_erases_nothing_when_it_is_no_longer_what_the_preview_showed(tmp_path: Path) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", Settings(embedder="none")) as memory:
        one = await memory.remember("u", "My sister Ann lives in Oslo.")
        await memory.remember("u", "I like tea.")
        plan = await memory.forget("u", about="Ann", dry_run=True)
        for change in (memory.remember("u", "Ann plays chess."), memory.confirm("u", one.id)):
            await change
            with pytest.raises(Conflict, match="preview"):
                await memory.forget("u", about="Ann", seen=plan.preview)
            assert (await memory.get("u", one.id)).content == "My sister Ann lives in Oslo."
            plan = await memory.forget("u", about="Ann", dry_run=True)
        await memory.remember("u", "I like coffee too.")  # has nothing to do with it
        gone = await memory.forget("u", about="Ann", seen=plan.preview)
        assert {one.id for one in gone.memories} == {one.id for one in plan.memories}
        assert {one.content for one in (await memory.list("u")).items} == {"I like tea.", "I like coffee too."}


async def test_an_order_in_conversation_is_carried_out_and_not_undone_by_the_answer(
    tmp_path: Path, embedder: LocalEmbedder
) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        await _say(memory, "我公司去年营收三千万", "我喜欢打羽毛球")
        await _say(memory, "把关于我公司财务的信息都忘了", session="later")
        contents = [one.content for one in (await memory.list("u")).items]
        assert contents == ["我喜欢打羽毛球"]
        assert (await memory.jobs()).total == 0
    assert "三千万".encode() not in _files(tmp_path)


async def test_forget_by_id_takes_the_earlier_versions_along(memory: AsyncMemory) -> None:
    await _say(memory, "我住在杭州", "我搬到上海了")
    (kept,) = (await memory.list("u")).items
    done = await memory.forget("u", id=kept.id)
    assert len(done.memories) == 2
    assert (await memory.list("u", status=tuple(Status))).total == 0
    with pytest.raises(NotFound):
        await memory.get("u", kept.id)
    with pytest.raises(NotFound):
        await memory.forget("u", id=kept.id)


async def test_forget_a_session_removes_what_rests_on_it_alone(memory: AsyncMemory) -> None:
    await _say(memory, "I love chess.", "My dog is called Rex.", session="one")
    await _say(memory, "I love chess.", session="two")
    await memory.forget("u", session="one")
    kept = (await memory.list("u")).items
    assert [one.content for one in kept] == ["I love chess."]
    assert {one.session for one in kept[0].evidence} == {"two"}
    assert await memory.session("u", "one").messages() == ()
    assert len(await memory.session("u", "two").messages()) == 2


async def test_forget_takes_exactly_one_target(memory: AsyncMemory) -> None:
    for wrong in ({}, {"id": "x", "about": "y"}, {"about": "  "}):
        with pytest.raises(InvalidInput):
            await memory.forget("u", **wrong)  # type: ignore[arg-type]


async def test_the_log_stays_without_words_when_something_was_erased(memory: AsyncMemory) -> None:
    await _say(memory, "My therapist is Dr. Gray.", "I love chess.")
    before = len(await memory.changes("u"))
    await memory.forget("u", about="my therapist")
    log = await memory.changes("u")
    assert [one.version for one in log] == list(range(1, len(log) + 1))
    assert len(log) > before
    assert "Gray" not in str(log)


async def test_erase_leaves_no_byte_of_a_person_and_all_of_the_others(tmp_path: Path, embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        for number in range(30):
            await memory.session("gone-42", "s").add("user", f"我的秘密代号是玄武{number}，我住在洛阳{number}号院")
            await memory.session("here-17", "s").add("user", f"我的代号是青龙{number}，我住在开封{number}号院")
        assert await memory.drain(60)
        report = await memory.erase("gone-42")
        assert report.leftovers == 0
        assert sum(report.rows.values()) > 30
        assert (await memory.recall("gone-42", "玄武 洛阳")).hits == ()
        assert await memory.changes("gone-42") == ()
        assert (await memory.list("here-17")).total >= 1
        assert len(await memory.session("here-17", "s").messages()) == 30
        left = _files(tmp_path)
        for word in ("玄武", "洛阳", "gone-42"):
            assert word.encode() not in left
    assert "玄武".encode() not in _files(tmp_path)


async def test_maintain_shows_the_plan_first_and_then_carries_it_out(
    url: str, embedder: LocalEmbedder, clock: Clock
) -> None:
    settings = Settings(forget=ForgetSettings(event_days=90, episode_days=30), window=WindowSettings(expire_days=20))
    async with AsyncMemory.open(url, settings, embedder=embedder, clock=clock) as memory:
        event = await memory.remember("u", "I went to the dentist.", kind="event")
        allergy = await memory.remember("u", "I'm allergic to penicillin.")
        await _say(memory, "I love chess.")
        later = clock() + timedelta(days=120)
        plan = await memory.maintain(now=later, dry_run=True)
        assert ("u", event.id) in {(user, id) for user, id, _, _ in plan.items}
        assert (await memory.get("u", event.id)).status is Status.CURRENT
        assert await memory.session("u", "s").messages()
        done = await memory.maintain(now=later)
        assert done.items == plan.items
        assert (await memory.get("u", event.id)).status is Status.ARCHIVED
        assert (await memory.get("u", allergy.id)).status is Status.CURRENT
        assert await memory.session("u", "s").messages() == ()
        found = await memory.recall("u", "dentist", over=("memories",), status=("archived",))
        assert [hit.id for hit in found.hits] == [event.id]
        again = await memory.maintain(now=later)
        assert {action for _, _, action, _ in again.items} <= {"ask"}
        assert (await memory.restore("u", event.id)).status is Status.CURRENT


async def test_forget_about_cuts_the_literal_words_from_every_role(tmp_path: Path, embedder: LocalEmbedder) -> None:
    async with AsyncMemory.open(tmp_path / "a.db", embedder=embedder) as memory:
        chat = memory.session("u", "s")
        await chat.add("user", "公司财务的预算是麒麟八八八")
        await chat.add("assistant", "好的，麒麟七七七，记下了公司财务")
        await chat.add("tool", "toolqilin 公司财务 数据")
        await chat.add("user", "我在公司财务部工作，我喜欢爬山")
        await chat.add("user", "公司财务的预算是九百万")
        assert await memory.drain(60)
        assert (await chat.state)["budget"] == "九百万"
        await memory.forget("u", about="公司财务")
        assert [one.content for one in (await memory.list("u")).items] == ["我喜欢爬山"]
        assert [one.content for one in await chat.messages()] == ["我喜欢爬山"]
        assert await chat.state == {}
    left = _files(tmp_path)
    for word in ("麒麟", "toolqilin", "公司财务", "九百万"):
        assert word.encode() not in left


async def test_forget_about_cuts_state_scratchpad_and_summary_of_every_session(memory: AsyncMemory) -> None:
    chat = memory.session("u", "quiet")
    await chat.update_state({"goal": "salary report", "公司": {"财务": "表甲", "地点": "城东"}, "step": 2})
    await chat.note("t", ["salary rows", "kites"])
    await chat.note("my_salary", 90)
    shown = await memory.forget("u", about="salary", dry_run=True)
    assert shown.states == ("quiet",)
    assert (await chat.state)["goal"] == "salary report"
    await memory.forget("u", about="salary")
    await memory.forget("u", about="公司财务")
    assert await chat.state == {"公司": {"地点": "城东"}, "step": 2}
    assert await chat.scratchpad == {"t": ["kites"]}


async def test_an_order_cuts_the_state_of_other_sessions(memory: AsyncMemory) -> None:
    await memory.session("u", "quiet").update_state({"goal": "salary report"})
    await _say(memory, "Forget what I told you about my salary.", session="later")
    assert await memory.session("u", "quiet").state == {}


async def test_an_order_stays_as_it_was_said_when_nothing_was_known_of_it(memory: AsyncMemory) -> None:
    await memory.session("u", "s").add("user", "Forget what I told you about my salary.")
    assert await memory.drain(60)
    (kept,) = await memory.session("u", "s").messages()
    assert kept.content == "Forget what I told you about my salary."


async def test_forget_leaves_the_same_short_answers_to_other_words(memory: AsyncMemory) -> None:
    chat = memory.session("u", "s")
    for text in ("I live in Leeds.", "I love tea.", "I love horror movies.", "I work at Acme."):
        await chat.add("user", text)
        await chat.add("assistant", "ok")
    assert await memory.drain(60)
    done = await memory.forget("u", about="horror movies")
    assert [one.content for one in done.memories] == ["I love horror movies."]
    left = [one.content for one in await chat.messages()]
    assert left.count("ok") >= 3
    assert "I love tea." in left
    assert not any("horror" in one for one in left)


@pytest.mark.parametrize(
    ("said", "about", "stays", "goes"),
    [
        (("My sister Priya works in Berlin.", "I live in Berlin."), "Priya", "I live in Berlin", "Priya"),
        (("我妹妹小雨在杭州上班", "我住在杭州"), "小雨", "我住在杭州", "小雨"),
    ],
)
async def test_forget_about_leaves_a_place_that_what_stays_names_too(
    memory: AsyncMemory, said: tuple[str, str], about: str, stays: str, goes: str
) -> None:
    for number, text in enumerate(said):
        await _say(memory, text, session=f"s{number}")
    await memory.forget("u", about=about)
    messages = [one for number in range(2) for one in await memory.session("u", f"s{number}").messages()]
    left = " ".join(one.content for one in messages)
    assert stays in left
    assert goes not in left
