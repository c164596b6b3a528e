"""The slot that a clause seems to fill when only the second witness speaks for it: one that its words name.

A word named by the way fills no slot: "weight training" is no weight, a holiday that is over no plan, and "银行柜员招聘会的地点"
is nobody's bank.
"""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.attributes import named_in
from jiyi.records import Kind

OPENS_ZH, OPENS_EN = 5, 20  # characters in which a clause names its subject
# What a clause must say besides the word for the slot to be meant.
_NEEDS = {
    "identity": regex(r"^(?:i'm|i am|we're|i identify|i came out)\b|^我是"),
    "weight": regex(r"\d"),
    "height": regex(r"\d"),
    "waist": regex(r"\d"),
    "travel.plan": regex(
        r"\b(?:next|coming|upcoming|tomorrow|this (?:summer|winter|spring|autumn|fall|year|weekend)|going|planning|booked|will)\b|下|明|要去|会去|打算|计划|准备|订了"
    ),
    "plan": regex(
        r"\b(?:next|coming|upcoming|tomorrow|going|planning|booked|will|due|scheduled)\b|下|明|要|会|打算|准备|约了|订了"
    ),
    "teacher": regex(
        r"\b(?:my|our|a|an)(?: \w+)? (?:teacher|mentor|advis[oe]r|tutor|coach|trainer)|老师|导师|教练|班主任"
    ),
    "employer": regex(r"\b(?:work|job|employ|hired|company|firm|boss)|上班|工作|公司|单位"),
}
# A thing is told of by its name: "青岛项目高峰论坛的规模是四千人".
_OF_A_THING = regex(r"^(?!我|咱|俺)[^，。]{2,24}的[^，。我的]{1,8}(?:是|为|在)")


def slot_of(seen: str, kind: Kind) -> str | None:
    """The slot that a clause names and that is of its kind; None when it names none, or names it by the way."""
    if has_han(seen) and _OF_A_THING.match(seen):
        return None
    opens = named_in(seen[: OPENS_ZH if has_han(seen) else OPENS_EN])  # a slot of one value must be the subject
    for slot in named_in(seen):
        needed = _NEEDS.get(slot.name)
        if slot.kind is kind and (not slot.single or slot in opens) and (needed is None or needed.search(seen)):
            return slot.name
    return None


def is_of_a_thing(seen: str) -> bool:
    """Whether a Chinese clause says what some thing's place, time, size or the like is."""
    return _OF_A_THING.match(seen) is not None
