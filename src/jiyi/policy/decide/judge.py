"""Two sentences side by side: the rules that tell one fact said again from a change, a denial and a look-alike.

The rules are asked in order; the first that has something to say decides. Where none has, both sentences stay.
Similarity is the cosine of the bundled embedder (random pairs .15, paraphrases .62-.97, contradictions .3-.9): it says
whether two sentences are near, never whether they agree.
"""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy import attributes, figures, values
from jiyi.policy.decide.allergies import judge_allergies
from jiyi.policy.decide.harmless import harmless
from jiyi.policy.decide.healing import judge_healed
from jiyi.policy.decide.medicines import judge_taken_off
from jiyi.policy.decide.opposed import EXCLUSIVE, GENERIC, SETTING, common, judge_signs, of_two_sorts, one_dimension
from jiyi.policy.decide.partly import judge_partly
from jiyi.policy.decide.reading import SINGLE_ASPECTS, Reading, listed
from jiyi.policy.decide.schooling import judge_schooling
from jiyi.policy.decide.subjects import animal_gone, one_subject, our_child, partner_gone
from jiyi.policy.decide.succession import judge_off_once, judge_redosed, judge_succession
from jiyi.policy.decide.swapped import judge_called, judge_degree, judge_put_off, judge_swapped, judge_sweetened
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.decide.wishes import judge_wishes
from jiyi.policy.decide.working import judge_left_work
from jiyi.policy.tables import cues
from jiyi.policy.tables.aspects import REPLACES
from jiyi.policy.tables.succession import CLOSER, CLOSER_EN, OVER, PART_RENEWED
from jiyi.records import Kind

NEAR = 0.45  # two sentences may speak of one matter
CLOSE = 0.62  # they very likely do
ALIKE = 0.80  # they say nearly the same
ACROSS = 0.45  # the same as CLOSE when one is Chinese and the other English

_WHEN = frozenset({"date", "weekday", "day", "time", "month", "ago", "year"})
_NO_VALUE = GENERIC | {"house"}  # "we moved house" names no place
_OF_THINGS = frozenset({"budget", "deadline", "expenses", "goal"})  # slots that a thing of the user's fills
# Matters of which there is always more than one, so that another one "now" ends nothing.
_BROAD = frozenset("skill learn allergy fear pet own taste use habit activity food drink code plan goal".split())
_HABITS = frozenset({"wake", "bedtime", "commute", "sleep"})
_PART_OF_TOWN = regex(r"[区镇街路巷弄村]$|街道$|小区$|片区$")
_CLOSER = frozenset({"residence", "hometown", "address"})
_USUALLY_ONE = frozenset({"commute", "team", "cohabit"})


def _transitions() -> frozenset[tuple[str, str, str]]:
    made = set()
    for line in REPLACES.strip().splitlines():
        axis, _, pairs = line.partition(":")
        made |= {(axis, *pair.split(">")) for pair in pairs.split()}
    return frozenset((axis, old, new) for axis, old, new in made)


_TRANSITIONS = _transitions()


def judge(new: Reading, old: Reading, similarity: float) -> Verdict:
    """What the new sentence means for the old one."""
    if new.text.strip(" .。!！") == old.text.strip(" .。!！"):
        return Verdict("same", 1.0, "said in the same words")
    if begins_with(new.text, old.text):
        return Verdict("update", 0.9, "the same sentence, completed", keeps=True)
    gone = animal_gone(new, old) or partner_gone(new, old)
    if gone:
        return gone
    if not one_subject(new, old) and not our_child(new, old):
        one_is_the_user = not new.subject or not old.subject
        return Verdict("apart", 1.0, "they speak of different people or things", silent=one_is_the_user)
    wishes = (new.kind is Kind.INSTRUCTION, old.kind is Kind.INSTRUCTION)
    rules = (judge_called, judge_wishes, judge_signs, _again) if any(wishes) and not all(wishes) else _RULES
    for rule in rules:
        verdict = rule(new, old, similarity)
        if verdict and verdict.relation == "update" and harmless(new, old):
            return Verdict("kin", min(similarity, 0.8), "it only sounds like a change")
        if verdict:
            return verdict
    if similarity >= NEAR or (new.topics & old.topics and new.attribute == old.attribute):
        why = "they are about similar matters and do not contradict each other"
        return Verdict("kin", similarity, why, silent=True)
    return Verdict("apart", 1.0, "they have nothing in common", silent=True)


def _renewed(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """ "汽车换了新电瓶": a part that the old sentence does not tell of was renewed, and the thing is the same one."""
    part = PART_RENEWED.search(new.text)
    if part and (part["zh"] or part["en"]) not in old.text:
        return Verdict("kin", similarity, "they are about similar matters and do not contradict each other")
    return None


# --- the rules --------------------------------------------------------------------------------------------------


def _corrected(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """ "You got that wrong": the nearest of the same kind was never true."""
    if not new.corrects:
        return None
    if _equal(new, old):
        return None
    named = bool(common(new.not_so, old.so) or new.figures_over & old.figures)
    slots = _common_slots(new, old)
    if new.not_so - GENERIC and not named and not slots:
        return None  # it names what was wrong, and that is not this
    kindred = bool(new.attribute and new.attribute == old.attribute) or bool(new.topics & old.topics)
    if (
        slots
        or _other_part(new, old)
        or (kindred and (named or similarity >= NEAR))
        or (named and similarity >= NEAR)
        or similarity >= CLOSE
    ):
        sure = 0.95 if named else 0.85 if slots else similarity
        return Verdict("retract", sure, "the user said that this was wrong", explicit=named)
    return None


def _former(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """What was once so contradicts nothing, unless the same is still held to be so."""
    if new.former == old.former:
        return None
    if new.former and similarity >= NEAR and not old.negative and _equal(new, old) and new.topics & old.topics:
        return Verdict("update", 0.8, "it was so and is no more", explicit=True)
    return Verdict("kin" if similarity >= NEAR else "apart", 0.8, "one speaks of the past")


def _states(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """Single and married, vegetarian and eating meat, no pets and a cat: one ends the other."""
    for axis in new.axes.keys() & old.axes.keys():
        if (axis, old.axes[axis], new.axes[axis]) in _TRANSITIONS:
            return Verdict(
                "update", 0.9, f"{axis}: {old.axes[axis].rstrip('*')} has become {new.axes[axis].rstrip('*')}"
            )
    return None


def begins_with(text: str, earlier: str) -> bool:
    """True when a sentence is an earlier one with one more clause: nothing of the earlier is lost."""
    earlier = earlier.rstrip(" .。!！")
    return bool(earlier) and text.startswith(earlier) and text[len(earlier) :].lstrip()[:1] in (",", "，")


def _common_slots(new: Reading, old: Reading) -> frozenset[str]:
    """The single-valued slots that both fill. Two different known attributes have none by wording alone."""
    slots = new.slots & old.slots
    if new.attribute and old.attribute and new.attribute != old.attribute and not new.subject:
        rows = attributes.get(new.attribute), attributes.get(old.attribute)
        if all(rows):
            slots = frozenset(slot for slot in slots if slot not in SINGLE_ASPECTS or new.changed)
    return slots


def _slot(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """Both fill a slot that holds one value at a time."""
    slots = _common_slots(new, old)
    if not slots or (new.topics ^ old.topics) & {"goal"}:
        return None
    slot = min(slots)
    clash = figures.clash(new.figures, old.figures) - {"ago", "part"}
    settings = clash & SETTING
    if settings and not new.changed and slot not in ("deadline",):
        return Verdict("kin", 0.8, "they hold for different times")
    if not new.changed and (new.labels != old.labels or (slots & _HABITS and _only_then(new, old))):
        return Verdict("kin", 0.8, "it holds for one case only")
    sure = bool(new.attribute in slots and new.attribute == old.attribute and not new.subject)
    if sure and new.value and old.value:
        elsewhere = ("worksite" in new.topics) != ("worksite" in old.topics)
        if elsewhere and slot in ("employer", "job", "residence") and not values.same_value(new.value, old.value):
            return Verdict("kin", 0.7, "where one works is another thing")
        if similarity < 0.5 and not new.changed and not (new.worded and old.worded):
            return None
        if slot in _OF_THINGS and _other_matter(new, old):
            return Verdict("kin", 0.7, f"{slot} of two different things")
        return _by_value(new, old, slot, clash)
    mine, other = new.so - old.so - _NO_VALUE, old.so - new.so - _NO_VALUE
    shared = common(new.so | new.not_so, old.so)
    if new.figures_over & old.figures:
        return Verdict("update", 0.9, f"{slot}: the old value is said to be over", explicit=True)
    if slot == "weight" and cues.THING_WEIGHS.search(new.text):
        return Verdict("kin", similarity, "what a thing weighs")
    if clash:
        if mine and other and not shared and similarity < CLOSE and not new.changed:
            return Verdict("kin", similarity, f"two amounts of different things ({slot})")
        return Verdict("update", 0.9, f"{slot} has another value now")
    if common(new.not_so, old.so):
        return Verdict("update", 0.9, f"{slot}: the old value is said to be over", explicit=True)
    if slot == "employer" and cues.JOBLESS.search(new.text) and not old.negative:
        return Verdict("update", 0.85, "out of work")
    if slot == "deadline" and not new.changed:
        return None  # another deadline may be that of something else
    if new.not_so - _NO_VALUE and not shared:
        return None  # it says what is over, and that is not this
    if new.ends or (new.negative and not new.so):
        return Verdict("update", 0.75, f"{slot} is over") if similarity >= NEAR or sure else None
    if _same_things(new, old) or (
        common(new.so, old.so) and similarity >= CLOSE and (not other or (not mine and not new.changed))
    ):
        return Verdict("same", 0.85, f"the same {slot}")
    if new.figures and new.figures == old.figures and similarity >= CLOSE:
        return Verdict("same", 0.8, f"the same {slot}")
    if _holds_too(new.text):
        return Verdict("kin", 0.8, "said to hold beside the other")
    convinced = new.changed or (sure and similarity >= NEAR) or similarity >= CLOSE
    if mine and other and not common(new.so, old.so) and convinced:
        return Verdict("update", 0.85, f"{slot} has another value now")
    if new.changed and mine and other and similarity >= NEAR:
        return Verdict("update", 0.75, f"{slot} has changed")
    return None


def _other_matter(new: Reading, old: Reading) -> bool:
    """True when each names a thing of its own that its value is not: the kitchen's budget, the wedding's."""
    if new.changed or figures.of(values.plain(new.value or "")) == frozenset():
        return False
    mine, other = new.so - old.so - GENERIC, old.so - new.so - GENERIC
    return bool(mine and other) and not values.shared(new.so - GENERIC, old.so - GENERIC)


def _only_then(new: Reading, old: Reading) -> bool:
    """True when one of the sentences is about certain days or meals, and the other is not."""
    kinds = {"week", "weekday", "meal", "season"}
    return bool(({k for k, _ in new.figures} ^ {k for k, _ in old.figures}) & kinds)


def _by_value(new: Reading, old: Reading, slot: str, clash: frozenset[str]) -> Verdict:
    assert new.value is not None and old.value is not None
    part_of_town = _PART_OF_TOWN.search(new.value) and not _PART_OF_TOWN.search(old.value)
    if slot == "residence" and not new.changed and part_of_town:
        return Verdict("kin", 0.7, "a part of a town and a town may be one place")
    if values.same_value(new.value, old.value):
        over = new.ends or (new.negative and not old.negative)
        if over or (old.negative and not new.negative):
            return Verdict("update", 0.9, f"{slot} {new.value}: the other way round now", explicit=True)
        if _adds(new, old):
            return Verdict("kin", 0.85, f"{slot} is the same, and more is said")
        return Verdict("same", 0.95, f"{slot} is the same")
    if set(values.things(values.plain(old.value))) <= new.so and not new.changed and not new.negative and not clash:
        # The value was cut out wrong and the sentence names it, or it names a closer one beside it.
        closer = _adds(new, old) or (slot in _CLOSER and bool(set(values.things(values.plain(new.value))) - old.so))
        return Verdict("kin" if closer else "same", 0.85, f"{slot} is the same")
    if slot == "job" and not new.changed and values.plain(old.value) in values.plain(new.value):
        return Verdict("kin", 0.8, f"{slot}: the same, named more exactly")
    if new.negative and new.ends and not old.negative and common(new.not_so, old.so):
        return Verdict("update", 0.9, f"{slot} {old.value} is over", explicit=True)
    if _holds_too(new.text) and not clash:
        return Verdict("kin", 0.8, "said to hold beside the other")
    return Verdict("update", 0.95, f"{slot} was {old.value} and is {new.value}")


def _event(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """Events stand beside each other, unless one is put off or called off."""
    met = new.events & old.events
    both = new.kind is Kind.EVENT and old.kind is Kind.EVENT
    if met and not old.past:
        mine, other = _own_words(new, old), _own_words(old, new)
        strangers = bool(mine and other) and not values.shared(new.claims, old.claims) and similarity < 0.7
        timed = {kind for kind, _ in old.figures} & _WHEN or old.kind is Kind.EVENT or "plan" in old.topics
        if new.moved and timed and not strangers and not old.topics & {"budget", "rent", "salary"}:
            return Verdict("update", 0.85, f"the same {min(met)} at another time, or called off")
        elsewhen = figures.clash(new.figures, old.figures) & _WHEN and not new.past and not cues.ALSO.search(new.text)
        if elsewhen and not mine and not other and (similarity >= ALIKE or new.changed):
            return Verdict("update", 0.75, f"the same {min(met)} at another time")
    planned = (old.kind is Kind.EVENT or "plan" in old.topics) and not old.past
    if planned and cues.OFF.search(new.text) and similarity >= 0.5 and common(new.claims, old.so):
        return Verdict("update", 0.8, "it was called off")
    if new.past and (old.past or both):
        if _equal(new, old) and similarity >= ALIKE:
            return Verdict("same", 0.8, "the same event")
        return Verdict("kin" if similarity >= NEAR else "apart", 0.9, "two events")
    return None


def _own_words(one: Reading, other: Reading) -> frozenset[str]:
    taken = {a for a, _ in values.shared(one.claims, other.claims)}
    return frozenset(one.claims) - taken - one.events


def _adds(new: Reading, old: Reading) -> bool:
    """True when the new sentence says more than the old one, so that calling it the same would lose something."""
    own = new.so - {a for a, _ in values.shared(new.so, old.so)} - _NO_VALUE
    closer = any(CLOSER.search(thing) for thing in own) or CLOSER_EN.search(new.text) is not None
    counted = {k for k, _ in new.figures - old.figures} & {"year", "month", "hour"} and not old.figures
    return len(own) > 1 or bool(own & values.known_concepts()) or closer or bool(counted)


def _changed(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """A sentence that says that something changed, about the same matter, with another value."""
    if not new.changed or cues.ALSO.search(new.text) or old.past or (new.topics ^ old.topics) & EXCLUSIVE:
        return None
    if figures.clash(new.figures, old.figures) & SETTING - {"part", "weekday"}:
        return None
    named = [pair for pair in common(new.not_so, old.so) if not of_two_sorts(pair[0], new.text, old.text)]
    topics = new.topics & old.topics
    if named and (topics or similarity >= 0.55) and not listed(old) and one_dimension(new, old):
        return Verdict("update", 0.85, f"{named[0][1]} is said to be replaced", explicit=True)
    part = _other_part(new, old)
    if part and _one_use(new, old) and _used(part, new, old):
        return Verdict("update", 0.8, f"another {part} is used now")
    clash = figures.clash(new.figures, old.figures) - {"ago", "part"}
    if clash and (topics or _same_claims(new, old)) and (values.shared(new.claims, old.claims) or similarity >= CLOSE):
        keeps = old.so <= new.so and not new.negative
        return Verdict("update", 0.8, f"another {', '.join(sorted(clash))} now", keeps=keeps)
    counted = {k for k, _ in new.figures - old.figures} & {"number", "child", "item", "people"}
    one_taste = ("taste" in new.topics) == ("taste" in old.topics)
    if counted and one_taste and not old.figures and _same_claims(new, old) and similarity >= CLOSE:
        return Verdict("update", 0.75, "another number now")
    if (
        topics
        and cues.DONE.search(new.text)
        and not cues.DONE.search(old.text)
        and common(new.claims, old.so)
        and similarity >= NEAR
    ):
        return Verdict("update", 0.75, "it is finished")
    if "boss" in topics and cues.SWAPPED.search(new.text):
        return Verdict("update", 0.75, "somebody else now")
    if topics & {"car", "phone", "email"} and cues.SWAPPED.search(new.text) and new.so - old.so and similarity >= NEAR:
        return Verdict("update", 0.75, "it was replaced")
    if _like_for_like(new, old) and similarity >= 0.6:
        return Verdict("update", 0.65, f"{', '.join(sorted(topics))}: it is said to be otherwise now")
    if topics & _USUALLY_ONE and similarity >= NEAR and new.so - old.so and old.so - new.so:
        return Verdict("update", 0.7, "it is otherwise now")
    kinds = {k for k, _ in new.figures ^ old.figures}
    comparable = kinds <= {"time", "hour", "minute"} or kinds == {"part"}
    both = new.figures - old.figures and old.figures - new.figures
    if both and comparable and _same_claims(new, old) and similarity >= CLOSE:
        return Verdict("update", 0.7, "the same with another amount or time")
    return None


def _like_for_like(new: Reading, old: Reading) -> bool:
    """A plain "now …" about exactly the same matter as before, with other things in it."""
    return bool(
        cues.NOW.search(new.text)
        and new.topics
        and new.topics - {"habit"} == old.topics - {"habit"}
        and new.kind == old.kind
        and not new.topics & _BROAD
        and new.so - old.so
        and old.so - new.so
        and not listed(old)
    )


def _one_use(new: Reading, old: Reading) -> bool:
    """False when they name different uses ("for work", "for games")."""
    mine, other = _uses(new.text), _uses(old.text)
    return not mine or not other or bool(values.shared(mine, other))


def _uses(text: str) -> tuple[str, ...]:
    found = cues.USED_FOR.search(text)
    return values.things(next(group for group in found.groups() if group)) if found else ()


def _used(part: str, new: Reading, old: Reading) -> bool:
    """False when the old sentence tells what the user can do or owns, or the new one says what else it replaces."""
    if part == "drive to work" and not ("commute" in new.topics and "commute" in old.topics):
        return False
    if part in new.roles_over and not new.roles_over[part] & old.roles[part]:
        return False
    if old.topics & {"skill", "learn"}:
        return False
    return "own" not in old.topics or "own" in new.topics or part in ("car", "phone")


def _other_part(new: Reading, old: Reading) -> str:
    """The part (editor, browser …) that both speak of, with another thing in it."""
    for role in sorted(new.roles.keys() & old.roles.keys()):
        if not new.roles[role] & old.roles[role]:
            return role
    return ""


def _again(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """One fact in other words."""
    if ("taste" in new.topics) != ("taste" in old.topics) or new.labels != old.labels:
        return None
    if new.negative != old.negative or figures.clash(new.figures, old.figures) or new.ends:
        return None
    mine, other = new.figures - old.figures, old.figures - new.figures
    if {v for k, v in mine if k != "ago"} and {v for k, v in other if k != "ago"} and not _equal(new, old):
        return None
    if {kind for kind, _ in mine | other} & (SETTING | {"money", "times"}) and not _equal(new, old):
        return None
    if (
        {kind for kind, _ in mine} - {"ago", "year", "date", "month", "day", "part"}
        and not other
        and mine == new.figures
    ):
        return None  # an amount where there was none
    if mine and other and {k for k, _ in mine | other} & _WHEN:
        return None
    across = has_han(new.text) != has_han(old.text)
    known = bool(new.attribute and new.attribute == old.attribute)
    close = similarity >= (ACROSS if across else CLOSE)
    of_one = new.kind is not Kind.RELATIONSHIP or _equal(new, old)  # two things said of a son are two memories
    if close and of_one and new.value and old.value and known and values.same_value(new.value, old.value):
        if _adds(new, old):
            return None
        return Verdict("same", 0.85, f"the same {new.attribute}: {old.value}")
    one_matter = bool(new.topics & old.topics & SINGLE_ASPECTS) or one_dimension(new, old)
    if close and _equal(new, old) and new.claims and one_matter:
        return Verdict("same", 0.8, "the same in other words", silent=True)  # "I got over it" has the same words
    if across and (known or new.kind == old.kind) and similarity >= 0.7 and not _both_known(new, old):
        return Verdict("same", 0.7, "the same in another language")
    if similarity >= 0.95 and not (new.so ^ old.so):
        return Verdict("same", 0.8, "nearly the same words")
    return None


def _holds_too(text: str) -> bool:
    """Whether plain text says that something holds beside what is known: "我搬到常熟了，房子也退了" says what else is over."""
    clauses = re.split(r"[,，;；。.](?!\d)", text)
    return any(cues.ALSO.search(clause) and not OVER.search(clause) for clause in clauses)


_RULES = (
    judge_partly,
    judge_off_once,
    _renewed,
    _corrected,
    judge_allergies,
    judge_redosed,
    judge_taken_off,
    judge_degree,
    judge_called,
    judge_sweetened,
    _former,
    _states,
    judge_schooling,
    judge_left_work,
    judge_wishes,
    judge_healed,
    _slot,
    _event,
    judge_put_off,
    judge_signs,
    _changed,
    judge_swapped,
    judge_succession,
    _again,
)


def _both_known(new: Reading, old: Reading) -> bool:
    """True when both name a thing of the table of concepts, and not one in common."""
    known = set(values.known_concepts())
    return bool(new.so & known) and bool(old.so & known) and not new.so & old.so


def _same_things(new: Reading, old: Reading) -> bool:
    return bool(new.so or {v for _, v in new.figures} & {v for _, v in old.figures}) and _equal(new, old)


def _equal(new: Reading, old: Reading) -> bool:
    """True when both claim the same of the same things, and no figure differs."""
    if figures.clash(new.figures, old.figures) or new.figures_over & old.figures:
        return False
    if {v for k, v in new.figures - old.figures if k != "ago"} and {
        v for k, v in old.figures - new.figures if k != "ago"
    }:
        loose = {v for _, v in new.figures} & {v for _, v in old.figures}
        return bool(loose) and _same_claims(new, old)
    return _same_claims(new, old)


def _same_claims(new: Reading, old: Reading) -> bool:
    matched = values.shared(new.claims, old.claims)
    if any(new.claims[a] != old.claims[b] for a, b in matched):
        return False
    return {a for a, _ in matched} == set(new.claims) and {b for _, b in matched} == set(old.claims)
