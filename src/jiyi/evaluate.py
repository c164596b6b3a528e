"""Scoring cases from end to end, through the public verbs, on stores that are thrown away.

A case is a JSON object on a line of its own; its keys say which of four forms it has:

- extraction: `turns` (role, content), `expect` (each a `type` and strings `all` that one memory must hold), `may`
  (kinds that are no fault where nothing is expected). Judged are the memories that rest on the last user message.
- revision: `first`, `second` and perhaps `more` statements, three days apart; `current_has`, `current_lacks`,
  `relation`, perhaps `count` and `pending_has`.
- guard: `text`; `secret` strings must be in no file, log or trace; `keep` strings must be in a memory.
- forget: `said`, then the `order`; `gone` strings must be in no file, `stay` strings must be in a memory.

Each has an `id` and a `lang`. Settings are those of the environment: with a model set, its path is what is scored.
"""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from jiyi.errors import InvalidInput, Refused
from jiyi.memory import AsyncMemory
from jiyi.models.opening import open_embedder
from jiyi.ports import Embedder
from jiyi.records import MemoryRecord, Status
from jiyi.settings import Settings

Form = Literal["extraction", "revision", "guard", "forget"]
Case = Mapping[str, Any]

FORMS: Mapping[Form, tuple[str, ...]] = {
    "extraction": ("turns", "expect"),
    "revision": ("first", "second", "current_has", "current_lacks"),
    "guard": ("text", "secret"),
    "forget": ("said", "order", "gone"),
}
START = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)  # a Wednesday
APART = timedelta(days=3)  # between the statements of a revision
ZONE = "Asia/Shanghai"
LEAST_SEARCHED = 4  # bytes of a string that is looked for in files: fewer are found in numbers by chance
ASKED = {"zh": "你知道我什么？", "en": "What do you know about me?"}


@dataclass(slots=True)
class Score:
    """Of one language and kind. `false` is None where nothing can be too much."""

    right: int = 0
    missed: int = 0
    false: int | None = None

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0

    @property
    def precision(self) -> float | None:
        if self.false is None:
            return None
        return self.right / (self.right + self.false) if self.right + self.false else 1.0

    @property
    def f1(self) -> float | None:
        both = self.precision
        if both is None:
            return None
        return 2 * both * self.recall / (both + self.recall) if both + self.recall else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A case that was not met: what was said, and each fault as (what is wrong, the words)."""

    id: str
    said: tuple[str, ...]
    faults: tuple[tuple[str, str], ...]


@dataclass(slots=True, kw_only=True)
class Report:
    """The cases of one form in one file. `scores` is by (language, kind); the kind "all" is their sum."""

    file: str
    form: Form
    cases: int = 0
    scores: dict[tuple[str, str], Score] = field(default_factory=lambda: defaultdict(Score))
    misses: list[Miss] = field(default_factory=list)

    def count(self, case: Case, kind: str, what: Literal["right", "missed", "false"], many: int = 1) -> None:
        for name in (kind, "all"):
            score = self.scores[case["lang"], name]
            if what == "false":
                score.false = (score.false or 0) + many
            elif what == "right":
                score.right += many
            else:
                score.missed += many

    def miss(self, case: Case, said: Iterable[str], faults: Sequence[tuple[str, str]]) -> None:
        self.cases += 1
        if faults:
            self.misses.append(Miss(id=str(case["id"]), said=tuple(said), faults=tuple(faults)))


def read(path: Path) -> dict[Form, list[Case]]:
    """The cases of a file by their form. Raises InvalidInput, which names the line."""
    found: dict[Form, list[Case]] = {}
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
        except json.JSONDecodeError as error:
            raise InvalidInput(f"{path.name}, line {number}: not JSON ({error.msg})") from None
        form = next((f for f, keys in FORMS.items() if isinstance(case, dict) and all(k in case for k in keys)), None)
        if form is None or not {"id", "lang"} <= case.keys():
            raise InvalidInput(f"{path.name}, line {number}: not a case of a known form (id, lang and its own keys)")
        found.setdefault(form, []).append(case)
    return found


async def evaluate(paths: Sequence[Path], settings: Settings) -> tuple[Report, ...]:
    """Score files of cases, in order. Raises InvalidInput, OSError."""
    read_files = [(path, read(path)) for path in paths]
    settings = settings.model_copy(
        update={"worker": settings.worker.model_copy(update={"inside": False}), "zone": ZONE, "reembed": False}
    )
    scoring = {"extraction": _extraction, "revision": _revision, "guard": _guard, "forget": _forget}
    reports = []
    embedder = open_embedder(settings)
    try:
        for path, forms in read_files:
            for form, cases in forms.items():
                report = Report(file=path.name, form=form)
                await scoring[form](_Stage(settings, embedder), cases, report)
                reports.append(report)
    finally:
        await embedder.close()
    return tuple(reports)


class _Stage:
    """Memories for cases, with a clock that is set by hand: the same cases give the same answer on any day."""

    def __init__(self, settings: Settings, embedder: Embedder) -> None:
        self._settings = settings
        self._embedder = embedder
        self.now = START

    def _clock(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now

    @asynccontextmanager
    async def memory(self, url: str = ":memory:") -> AsyncIterator[AsyncMemory]:
        async with AsyncMemory.open(url, self._settings, embedder=self._embedder, clock=self._clock) as memory:
            yield memory

    @asynccontextmanager
    async def files(self) -> AsyncIterator[tuple[AsyncMemory, Path]]:
        """A memory in a folder of its own."""
        with tempfile.TemporaryDirectory(prefix="jiyi-eval-") as folder:
            async with self.memory(str(Path(folder) / "jiyi.db")) as memory:
                yield memory, Path(folder)


async def _held(memory: AsyncMemory, user: str, *status: str) -> tuple[MemoryRecord, ...]:
    return (await memory.list(user, status=status or ("current",), limit=1000)).items


# --- extraction -----------------------------------------------------------------------------------------------------


async def _extraction(stage: _Stage, cases: Sequence[Case], report: Report) -> None:
    async with stage.memory() as memory:
        lasts = []
        for number, case in enumerate(cases):
            last = 0
            session = memory.session(f"u-{number}", "s")
            for turn in case["turns"]:
                added = await session.add(turn["role"], turn["content"])
                last = added.seq if turn["role"] == "user" else last
            lasts.append(last)
        await memory.work(once=True)
        for number, (case, last) in enumerate(zip(cases, lasts, strict=True)):
            held = await _held(memory, f"u-{number}")
            own = [one for one in held if any(place.seq == last for place in one.evidence)]
            _score_extraction(case, own, report)


def _score_extraction(case: Case, kept: Sequence[MemoryRecord], report: Report) -> None:
    """A memory of a turn that expects nothing is false unless its kind is in `may`; a further memory of a turn that
    expects some is no fault."""
    may = set(case.get("may", ()))
    faults = []
    for wanted in case["expect"]:
        kind, words = wanted["type"], [str(part).lower() for part in wanted["all"]]
        met = any(one.kind == kind and all(part in one.content.lower() for part in words) for one in kept)
        report.count(case, kind, "right" if met else "missed")
        report.count(case, kind, "false", 0)
        if not met:
            faults.append(("missed", f"{kind}: {' + '.join(wanted['all'])}"))
    for one in () if case["expect"] else kept:
        if one.kind not in may:
            report.count(case, one.kind.value, "false")
            faults.append(("false", f"{one.kind}: {one.content}"))
    if faults and case["expect"]:
        faults += [("kept", f"{one.kind}: {one.content}") for one in kept]
    report.miss(case, [turn["content"] for turn in case["turns"] if turn["role"] == "user"], faults)


# --- revision -------------------------------------------------------------------------------------------------------


async def _revision(stage: _Stage, cases: Sequence[Case], report: Report) -> None:
    said = [(case["first"], case["second"], *case.get("more", ())) for case in cases]
    async with stage.memory() as memory:
        for place in range(max(map(len, said), default=0)):
            for number, texts in enumerate(said):
                if place < len(texts):
                    await memory.session(f"u-{number}", f"s-{place}").add("user", texts[place])
            await memory.work(once=True)
            stage.now += APART
        for number, (case, texts) in enumerate(zip(cases, said, strict=True)):
            faults = _faults(case, await _held(memory, f"u-{number}", *(one.value for one in Status)))
            report.count(case, case.get("relation", "revision"), "missed" if faults else "right")
            report.miss(case, texts, faults)


def _faults(case: Case, held: Sequence[MemoryRecord]) -> list[tuple[str, str]]:
    current = [one.content for one in held if one.status is Status.CURRENT]
    together = "\n".join(current)
    pending = "\n".join(one.content for one in held if one.status is Status.PENDING)
    faults = [("not current", part) for part in case["current_has"] if part not in together]
    faults += [("still current", part) for part in case["current_lacks"] if part in together]
    faults += [("not pending", part) for part in case.get("pending_has", ()) if part not in pending]
    if "count" in case and len(current) != case["count"]:
        faults.append(("current memories", f"{len(current)} instead of {case['count']}"))
    ended = [one for one in held if one.status in (Status.SUPERSEDED, Status.RETRACTED)]
    if ended and case.get("relation") in ("supplement", "unrelated", "same") and not case["current_lacks"]:
        faults += [("ended", one.content) for one in ended]
    if faults:
        faults += [(one.status.value, one.content) for one in held]
    return faults


# --- guard and forget -----------------------------------------------------------------------------------------------


async def _guard(stage: _Stage, cases: Sequence[Case], report: Report) -> None:
    for case in cases:
        async with stage.files() as (memory, folder):
            faults = []
            session = memory.session("u", "s")
            try:
                withheld: tuple[str, ...] = (await session.add("user", case["text"])).withheld
            except Refused:
                withheld = ("refused",)
            await memory.work(once=True)
            leaks = await _found(memory, folder, case["secret"], case["lang"])
            for secret in case["secret"]:
                report.count(case, "secret", "missed" if secret in leaks else "right")
            faults += [("found in " + place, secret) for secret, place in leaks.items()]
            alarm = bool(withheld) and not case["secret"]
            report.count(case, "secret", "false", int(alarm))
            if alarm:
                faults.append(("false alarm", ", ".join(withheld)))
            faults += await _kept(memory, case, "keep", report)
        report.miss(case, [case["text"]], faults)


async def _forget(stage: _Stage, cases: Sequence[Case], report: Report) -> None:
    for case in cases:
        async with stage.files() as (memory, folder):
            for number, text in enumerate(case["said"]):
                await memory.session("u", f"s-{number}").add("user", text)
            await memory.work(once=True)
            stage.now += APART
            await memory.session("u", "order").add("user", case["order"])
            await memory.work(once=True)
            still = await _found(memory, folder, case["gone"], case["lang"])
            for gone in case["gone"]:
                report.count(case, "gone", "missed" if gone in still else "right")
            faults = [("found in " + place, gone) for gone, place in still.items()]
            faults += await _kept(memory, case, "stay", report)
        report.miss(case, [*case["said"], case["order"]], faults)


async def _kept(memory: AsyncMemory, case: Case, name: str, report: Report) -> list[tuple[str, str]]:
    together = "\n".join(one.content for one in await _held(memory, "u"))
    lost = [part for part in case.get(name, ()) if part not in together]
    report.count(case, name, "missed", len(lost))
    report.count(case, name, "right", len(case.get(name, ())) - len(lost))
    return [("not remembered", part) for part in lost]


async def _found(memory: AsyncMemory, folder: Path, strings: Sequence[str], language: str) -> dict[str, str]:
    """Those of the strings that are still somewhere, and where: a file of the store, or what the verbs tell."""
    if not strings:
        return {}
    told = json.dumps(await memory.export("u"), ensure_ascii=False, default=str)
    told += repr(await memory.changes("u")) + repr(await memory.jobs("u"))
    told += repr(await memory.recall("u", ASKED.get(language, ASKED["en"]), k=50))
    files = _contents(folder)
    found = {}
    for text in strings:
        raw = text.encode()
        places = [name for name, data in files.items() if len(raw) >= LEAST_SEARCHED and raw in data]
        if places or text in told:
            found[text] = ", ".join(places) or "what the verbs tell"
    return found


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}
