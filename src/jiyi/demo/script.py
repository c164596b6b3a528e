"""The shipped conversations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from importlib.resources import files
from typing import Literal
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What somebody says, and when: days count from 0, the time is the user's own."""

    day: int
    at: time
    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """Two days of talk, and what the user asks on the third in a new session."""

    lang: Literal["en", "zh"]
    zone: str
    lines: tuple[Line, ...]
    system: str
    input: str
    max_tokens: int

    def session(self, day: int) -> str:
        """The id of a day's conversation; days count from 0."""
        return f"demo-{self.lang}-day-{day + 1}"

    def moment(self, line: Line, today: date) -> datetime:
        """When a line is said, if the third day is `today`."""
        day = today + timedelta(days=line.day - 2)
        return datetime.combine(day, line.at, ZoneInfo(self.zone))


def load(lang: Literal["en", "zh"]) -> Script:
    """The conversation in a language."""
    data = json.loads((files(__package__) / f"{lang}.json").read_text(encoding="utf-8"))
    lines = tuple(
        Line(day=day, at=time.fromisoformat(at), role=role, content=content)
        for day, talk in enumerate(data["days"])
        for at, role, content in talk
    )
    third = data["third"]
    return Script(
        lang=lang,
        zone=data["zone"],
        lines=lines,
        system=third["system"],
        input=third["input"],
        max_tokens=third["max_tokens"],
    )
