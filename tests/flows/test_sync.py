"""The sync face, as plain scripts, notebooks, threads, forks and impatient people use it."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import pytest

from jiyi.errors import Closed, WrongLoop
from jiyi.models.local import LocalEmbedder
from jiyi.sync import Memory


def _script(tmp_path: Path, body: str, **more: object) -> subprocess.Popen[str]:
    path = tmp_path / "script.py"
    path.write_text(textwrap.dedent(body), encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, str(path)], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_memory_remembers_when_it_is_opened_again(tmp_path: Path, embedder: LocalEmbedder) -> None:
    with Memory.open(tmp_path / "a.db", embedder=embedder) as memory:
        session = memory.session(user="u-1", id="s-7")
        session.add("user", "我以后都在杭州了，我不吃香菜")
        assert memory.drain(30)
        assert session.state == {}
        assert not session.summary
    with Memory.open(tmp_path / "a.db", embedder=embedder) as memory:
        assert "杭州" in memory.recall(user="u-1", query="我住哪里").hits[0].content


def test_verbs_say_closed_when_the_memory_was_closed(embedder: LocalEmbedder) -> None:
    memory = Memory.open(":memory:", embedder=embedder)
    memory.close()
    memory.close()
    with pytest.raises(Closed):
        memory.list("u")


async def test_verbs_work_inside_a_running_loop_as_in_a_notebook(embedder: LocalEmbedder) -> None:
    with Memory.open(":memory:", embedder=embedder) as memory:
        memory.session("u", "s").add("user", "I live in Leeds.")
        assert len(memory.session("u", "s").messages()) == 1


def test_verbs_work_from_many_threads(embedder: LocalEmbedder) -> None:
    with Memory.open(":memory:", embedder=embedder) as memory:
        threads = [
            threading.Thread(target=lambda n=n: memory.session(f"u{n}", "s").add("user", "hello")) for n in range(20)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert memory.stats()["messages"] == 20


def test_a_verb_says_wrong_loop_when_called_from_its_own(embedder: LocalEmbedder) -> None:
    with Memory.open(":memory:", embedder=embedder) as memory:

        async def inside() -> None:
            memory.list("u")

        with pytest.raises(WrongLoop, match="AsyncMemory"):
            memory._background.call(inside())


def test_a_script_keeps_its_words_when_it_ends_without_closing(tmp_path: Path) -> None:
    done = _script(
        tmp_path,
        """
        from jiyi import Memory
        memory = Memory.open("a.db")
        memory.session("u", "s").add("user", "I live in Leeds.")
        print("kept")
        """,
    )
    out, err = done.communicate(timeout=60)
    assert (done.returncode, out.strip(), err) == (0, "kept", "")
    with Memory.open(tmp_path / "a.db") as memory:
        assert memory.drain(30)
        assert memory.list("u").total == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_is_told_to_open_again_and_can(tmp_path: Path) -> None:
    done = _script(
        tmp_path,
        """
        import os
        from jiyi import Memory
        from jiyi.errors import Closed
        memory = Memory.open("a.db")
        memory.session("u", "s").add("user", "I live in Leeds.")
        child = os.fork()
        if child == 0:
            try:
                memory.list("u")
            except Closed as error:
                print("told", "fork" in str(error), flush=True)
            with Memory.open("a.db") as own:
                own.session("u", "s").add("user", "I love chess.")
                print("child", own.stats()["messages"], flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        print("parent", memory.stats()["messages"])
        memory.close()
        """,
    )
    out, err = done.communicate(timeout=90)
    assert out.splitlines() == ["told True", "child 2", "parent 2"], err


def test_ctrl_c_ends_the_wait_and_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    done = _script(
        tmp_path,
        """
        from jiyi import Memory
        memory = Memory.open("a.db")
        session = memory.session("u", "s")
        number = 0
        try:
            while True:
                session.add("user", f"message {number}")
                number += 1
                if number == 20:
                    print("going", flush=True)
        except KeyboardInterrupt:
            print(number, flush=True)
        """,
    )
    assert done.stdout is not None
    assert done.stdout.readline().strip() == "going"
    done.send_signal(signal.SIGINT)
    out, err = done.communicate(timeout=60)
    acknowledged = int(out.strip())
    assert done.returncode == 0, err
    with Memory.open(tmp_path / "a.db") as memory:
        kept = len(memory.session("u", "s").messages())
    assert acknowledged <= kept <= acknowledged + 1


def test_a_failing_open_leaves_no_thread_behind(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"this is no database, only text that was put there by mistake" * 100)
    before = threading.active_count()
    for _ in range(3):
        with pytest.raises(Exception, match=r"a\.db"):
            Memory.open(tmp_path / "a.db")
    assert threading.active_count() <= before + 1


def test_sync_and_async_face_do_not_mix_up_their_loops(embedder: LocalEmbedder) -> None:
    with Memory.open(":memory:", embedder=embedder) as memory:

        async def both() -> int:
            return await asyncio.to_thread(lambda: memory.list("u").total)

        assert asyncio.run(both()) == 0
