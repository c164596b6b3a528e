"""Write `src/jiyi/sync.py` from `src/jiyi/memory.py`: the same verbs, each one line, without `await`.

python scripts/make_sync.py           # writes it
python scripts/make_sync.py --check   # exits 1 when it is not what this would write
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE, TARGET = ROOT / "src/jiyi/memory.py", ROOT / "src/jiyi/sync.py"

HEADER = '''"""`Memory`, the sync face: each verb of `AsyncMemory`, run on a loop in the background.

Made by `python scripts/make_sync.py` from `memory.py`; change that file, not this one.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from types import TracebackType
from typing import Any, TypeVar

from jiyi.background import Background
from jiyi.memory import AsyncMemory, AsyncSession, utc_now
from jiyi.ports import ChatModel, Clock, Embedder, Reranker, Store
from jiyi.records import Change, Job, MemoryRecord, Message, Summary
from jiyi.results import About, Context, Forgotten, History, Maintained, Page, Profile, Restored
from jiyi.rows import Erased, JobPage
from jiyi.settings import Settings
from jiyi.trace import Recall

T = TypeVar("T")


async def _waited(work: Awaitable[T]) -> T:
    return await work


class Memory:
    """An agent's memory. `with Memory.open(url) as memory:` or open and `close()`.

    Every verb names the user whose memory it touches, and none reads anything of another. Writes are durable
    when they return. Safe to use from many threads, and from a notebook.
    """

    def __init__(self, inner: AsyncMemory, background: Background) -> None:
        self._inner = inner
        self._background = background
        # Ends with the program if nobody closes it: its leases go back, its buffers are written.
        background.at_exit(inner.close())

    @classmethod
    def open(
        cls,
        url: str | os.PathLike[str] | None = None,
        settings: Settings | None = None,
        *,
        store: Store | None = None,
        embedder: Embedder | None = None,
        model: ChatModel | None = None,
        reranker: Reranker | None = None,
        clock: Clock = utc_now,
    ) -> Memory:
        {OPEN}
        opening = AsyncMemory.open(
            url, settings, store=store, embedder=embedder, model=model, reranker=reranker, clock=clock
        )
        background = Background()
        try:
            return cls(background.call(_waited(opening)), background)
        except BaseException:
            background.stop()
            raise

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._background.call(work)

    def close(self) -> None:
        {CLOSE}
        self._background.finish()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def session(self, user: str, id: str | None = None, zone: str | None = None) -> Session:
        {SESSION}
        return Session(self, self._inner.session(user, id, zone))
'''

SESSION_HEADER = '''

class Session:
    """One conversation of one user. Made by `Memory.session`."""

    def __init__(self, memory: Memory, inner: AsyncSession) -> None:
        self._memory = memory
        self._inner = inner
        self.user = inner.user
        self.id = inner.id

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._memory._run(work)
'''


def quoted(node: ast.AST) -> str:
    """The docstring of a function as it stands in the source."""
    text = ast.get_docstring(node, clean=False)  # type: ignore[arg-type]
    return f'"""{text}"""' if text else ""


def one_line(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """The sync twin of one method."""
    is_property = any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)
    returns = ast.unparse(node.returns) if node.returns else "None"
    names = [a.arg for a in node.args.args[1:]]
    call = f"self._inner.{node.name}" + ("" if is_property else f"({', '.join(names)})")
    if returns.startswith("Awaitable["):
        returns, call = returns[len("Awaitable[") : -1], f"self._run(_waited({call}))"
    elif isinstance(node, ast.AsyncFunctionDef):
        call = f"self._run({call})"
    lines = ["    @property"] if is_property else []
    lines.append(f"    def {node.name}({ast.unparse(node.args)}) -> {returns}:")
    if doc := quoted(node):
        lines.append(f"        {doc}")
    lines.append(f"        {'return ' if returns != 'None' else ''}{call}")
    return "\n".join(lines)


def made() -> str:
    """The text of sync.py."""
    tree = ast.parse(SOURCE.read_text(encoding="utf-8"))
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    methods = {
        name: [n for n in node.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
        for name, node in classes.items()
    }
    docs = {node.name: quoted(node) for node in methods["AsyncMemory"]}
    text = (
        HEADER.replace("{OPEN}", docs["open"]).replace("{CLOSE}", docs["close"]).replace("{SESSION}", docs["session"])
    )
    by_hand = {"open", "close", "session"}
    parts = [text]
    parts += [one_line(n) for n in methods["AsyncMemory"] if not n.name.startswith("_") and n.name not in by_hand]
    parts.append(SESSION_HEADER)
    parts += [one_line(n) for n in methods["AsyncSession"] if not n.name.startswith("_")]
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(TARGET), "-"]
    return subprocess.run(ruff, input="\n\n".join(parts), capture_output=True, text=True, check=True, cwd=ROOT).stdout


def main() -> int:
    text = made()
    if "--check" in sys.argv:
        if TARGET.read_text(encoding="utf-8") != text:
            print("src/jiyi/sync.py is out of date: run python scripts/make_sync.py")
            return 1
        return 0
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
