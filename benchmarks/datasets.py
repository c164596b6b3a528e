"""Readers of the question sets that recall is measured on. The files are the user's own: nothing is downloaded.

Each reader gives cases: what one person said, in order, and questions with the messages that answer them.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

DISTRACTORS = 1_000  # added to each MemDaily person


@dataclass(frozen=True, slots=True)
class Said:
    """One message. `name` is who spoke where there is more than one person."""

    id: str
    session: str
    at: datetime
    role: str
    text: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """`evidence` are ids of messages, `sessions` those of sessions; `answerable` is False for abstention."""

    text: str
    at: datetime
    kind: str
    evidence: tuple[str, ...]
    sessions: tuple[str, ...] = ()
    answerable: bool = True


@dataclass(frozen=True, slots=True)
class Case:
    """One person's conversations, and questions about them. `fold` groups cases that share content, for
    cross-validation: they are held out together."""

    name: str
    fold: str
    said: tuple[Said, ...]
    questions: tuple[Question, ...]


def _read(path: Path) -> Any:
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return json.loads(raw)


def longmemeval(path: Path) -> Iterator[Case]:
    """LongMemEval-S: a case for each question, with its own haystack of sessions."""
    data = _read(path)
    for number, question in enumerate(data["questions"]):
        said: list[Said] = []
        for session, date, key in question["haystack"]:
            start = datetime.strptime(date, "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC)
            for turn, (role, text) in enumerate(data["sessions"][key]):
                at = start + timedelta(seconds=30 * turn)
                said.append(Said(f"{session}/{turn}", session, at, role, text))
        asked = Question(
            question["question"],
            datetime.strptime(question["question_date"], "%Y/%m/%d (%a) %H:%M").replace(tzinfo=UTC),
            question["question_type"],
            tuple(f"{session}/{turn}" for session, turn in question["answer_turns"]),
            tuple(question["answer_session_ids"]),
            not question["question_id"].endswith("_abs"),
        )
        said.sort(key=lambda one: one.at)
        yield Case(question["question_id"], str(number % 10), tuple(said), (asked,))


def locomo(path: Path) -> Iterator[Case]:
    """LoCoMo: a case for each conversation of two people. A picture counts by its caption."""
    for talk in _read(path):
        conversation = talk["conversation"]
        said: list[Said] = []
        for key in sorted((k for k in conversation if re.fullmatch(r"session_\d+", k)), key=lambda k: int(k[8:])):
            start = datetime.strptime(conversation[f"{key}_date_time"], "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
            for turn, one in enumerate(conversation[key]):
                text = one["text"] + (f" [{one['blip_caption']}]" if one.get("blip_caption") else "")
                at = start + timedelta(seconds=30 * turn)
                said.append(Said(one["dia_id"], key, at, "user", text, one["speaker"]))
        known = {one.id for one in said}
        last = said[-1].at + timedelta(days=1)
        asked = tuple(
            Question(str(q["question"]), last, str(q["category"]), tuple(e for e in q["evidence"] if e in known))
            for q in talk["qa"]
        )
        yield Case(talk["sample_id"], talk["sample_id"], tuple(said), tuple(q for q in asked if q.evidence))


def memdaily(path: Path, distractors: Path | None = None) -> Iterator[Case]:
    """MemDaily: a case for each person, with 1,000 utterances of strangers strewn among the messages."""
    others: list[str] = _read(distractors or path.with_name("distractors.json"))
    for kind, people in _read(path).items():
        for person in people:
            name = f"{kind}/{person['tid']}"
            drawn = random.Random(name)
            mine = [
                Said(
                    str(m["mid"]),
                    _chinese_time(m["time"]).date().isoformat(),
                    _chinese_time(m["time"]),
                    "user",
                    m["message"],
                )
                for m in person["message_list"]
            ]
            noise = drawn.sample(others, min(DISTRACTORS, len(others)))
            said = [*mine]
            for number, text in enumerate(noise):
                beside = drawn.choice(mine)
                at = beside.at + timedelta(seconds=drawn.randrange(-3_600, 3_600))
                said.append(Said(f"d{number}", beside.session, at, "user", text))
            said.sort(key=lambda one: one.at)
            asked = tuple(
                Question(
                    q["question"], _chinese_time(q["time"]), kind, tuple(dict.fromkeys(map(str, q["target_step_id"])))
                )
                for q in person["question_list"]
            )
            yield Case(name, str(person["tid"]), tuple(said), asked)


def _chinese_time(text: str) -> datetime:
    found = re.match(r"(\d+)年(\d+)月(\d+)日 \S+ (\d+):(\d+)", text)
    if found is None:
        raise ValueError(f"not a time of MemDaily: {text!r}")
    year, month, day, hour, minute = map(int, found.groups())
    return datetime(year, month, day, hour, minute, tzinfo=UTC) - timedelta(hours=8)


READERS = {"longmemeval": longmemeval, "locomo": locomo, "memdaily": memdaily}
