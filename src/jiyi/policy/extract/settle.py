"""What a finding must not put into a slot: a value that only tells that something changed, and what is over.

A wrong value is worse than none: "I changed jobs" says nothing of the new job, "I used to live in Bath" nothing of where
the person lives. The sentences themselves are kept.
"""

from __future__ import annotations

from dataclasses import replace

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.policy.attributes import get
from jiyi.policy.extract.frame import Found
from jiyi.policy.tables import cues
from jiyi.records import Kind

_WHEN = r"(?:了|过|刚|才|已经?|又|终于|去年|今年|最近|上个?月|上周|昨天)*"
_ONLY_CHANGE = regex(
    rf"^{_WHEN}(?:(?:换|找|换到|找到|开始|参加|毕业|有|辞|丢)(?:了|过|到)*(?:一?[份个家])?(?:新的?|另一[份个家])?(?:工作|公司|单位|岗位|职位|行业|职业|东家)"
    r"|转行|转岗|跳槽|升职|升迁|辞职|离职|调岗)(?:了|啦|过)*$"
    r"|^(?:just |recently )?(?:changed|switched|got|found|started|landed|lost|left|quit)(?: (?:a|an|my|the|new|another|different|better))*"
    r" (?:careers?|jobs?|roles?|positions?|fields?|industr(?:y|ies)|compan(?:y|ies)|employers?|majors?|schools?|departments?|teams?)"
    r"(?: (?:last|this|in|on|again|recently|lately|a|two|three|few|\d+|years?|months?|weeks?|ago|week|month|year|spring|summer|autumn|fall|winter|finally))*$"
)
# "two years ago" and "两年以前" say since when, "I'm used to it" what one is at home with: none of them is over.
_FORMER = regex(
    r"(?<![年月天周期久比跟和像岁])(?:以前(?!一样)|之前(?=[我在是做当住干教的]))|曾经?(?=[在是做当住干教任就])|从前|当年(?=[在是做当住])|小时候"
    r"|(?<!'m )(?<!am )(?<!are )(?<!got )(?<!get )\bused to\b|\b(?:formerly|previously|in the past|back then|as a (?:kid|child))\b"
    r"|\bi (?:was (?:an?|the|in|at|with)|worked|lived|taught) [^;!?]*\b(?:before|until|till)\b(?! (?:long|now)\b)"
)
_NOW_TOO = regex(r"后来|至今|一直|还在|也还|仍|\b(?:still|ever since|since then|then became|until now|to this day)\b")
# "playing the guitar about five years ago": when it began is no part of what it is.
_SINCE_WHEN = regex(
    r"\s+(?:(?:about|around|over|almost|just|nearly) )*(?:an?|a few|a couple of|some|\d+|two|three|four|five|six|seven|eight|nine|ten|twenty) (?:years?|months?|weeks?|days?) ago\b.*$|\s+(?:last (?:week|month|year|summer|winter|spring|fall|autumn|weekend|\w+day)|yesterday|recently)$"
)
_HOW_LONG = regex(
    r"\s+(?:consistently )?for (?:(?:over|about|around|almost|nearly|more than) )*(?:an?|\d+|two|three|four|five|six|ten|many|several) (?:years?|months?|weeks?|days?)(?: now)?$"
)
_OF_THE_PAST = frozenset({"worked_at", "was_a", "lived_in"})

# "改成周四了", "now it's Friday": another value, and not a word of what has it.
_ONLY_NEW = regex(
    r"^(?:那|就|都|现在|最后|还是|又|已经)*(?:改|换|挪|推迟|推|提前|延|升|降|涨|调|减|加)(?:成|到|为|去|至)(?!.*我)"
    r"|^(?:so |and |but |now )*(?:it's|it is|make it|changed to|moved to)(?: now)? (?:on |at )?(?:the \d|\d|mon|tues|wednes|thurs|fri|satur|sun)"
)


def only_new(seen: str) -> bool:
    """Whether a clause only gives the new value of something that it does not name. Linear in its length."""
    return _ONLY_NEW.match(seen) is not None


def only_change(value: str | None) -> bool:
    """Whether a value tells that something changed and not what it is now ("换工作", "changed jobs")."""
    return value is not None and _ONLY_CHANGE.match(shadow(value)) is not None


def is_over(text: str) -> bool:
    """Whether a statement speaks of a time that is over, and of no other."""
    seen = shadow(text)
    return _FORMER.search(seen) is not None and cues.NOW.search(seen) is None and _NOW_TOO.search(seen) is None


def settled(found: Found) -> Found:
    """The finding without a value that is none, and without the slot when it speaks of what is over.

    Only slots of one value that pass with time are left: a name, a birthday or an allergy of earlier days is one still.
    """
    if only_change(found.value):
        found = replace(found, value=None)
    if found.value and found.kind is not Kind.EVENT:
        bare = _SINCE_WHEN.sub("", found.value)
        found = replace(found, value=_HOW_LONG.sub("", bare) if found.kind is Kind.PREFERENCE else bare)
    if found.attribute == "vehicle.licence" and found.negated:
        found = replace(found, value="none")  # whatever one does not have or cannot do: it is one and the same lack
    slot = get(found.attribute)
    passes = slot is not None and slot.single and not slot.protected and slot.half_life_days is not None
    if found.ends and not found.rule.endswith("/past"):
        return found  # it ends the value that the slot has
    if not passes or found.kind is not Kind.FACT or found.negated or not is_over(found.content):
        return found
    value = found.value if found.relation in _OF_THE_PAST else None
    return replace(found, attribute=None, value=value)
