"""Attributes whose memories may contradict each other although they fill different slots: married and a girlfriend,
vegetarian and a favourite steak, a job and a school. What is near in meaning is compared anyway; these are compared
even where a person has thousands of memories."""

from __future__ import annotations

_GROUPS = """
marital_status partner ex
diet.style diet.likes diet.avoids dislike coffee
alcohol diet.likes diet.avoids dislike
smoking dislike
residence housing address hometown
employer job school grade study work.schedule work.style commute
pet allergy
children pregnancy
tool tool.editor tool.package_manager tool.os tool.browser tool.database tool.framework tool.language device.computer
device device.phone device.computer possession
hobby sport fitness.habit dislike instrument music movie book game
answer.length answer.format answer.language answer.tone answer.topic answer.code answer.address spelling units
plan travel.plan meeting.day deadline doctor goal
goal weight.goal fitness.goal study
car commute vehicle.licence
subscription membership
skill language language.learning study hobby vehicle.licence
health.condition medication
"""


def _table() -> dict[str, tuple[str, ...]]:
    made: dict[str, dict[str, None]] = {}
    for line in _GROUPS.strip().splitlines():
        names = line.split()
        for name in names:
            made.setdefault(name, {}).update(dict.fromkeys(names))
    return {name: tuple(group) for name, group in made.items()}


_TABLE = _table()


def kindred(attribute: str | None) -> tuple[str, ...]:
    """The attributes to compare a candidate of this one with, itself among them; () when it has none."""
    if not attribute:
        return ()
    return _TABLE.get(attribute, (attribute,))
