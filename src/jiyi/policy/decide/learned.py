"""What the learned judge of changes may end where no rule speaks, and where it is not heard.

It knows how people tell of changes, hints among them ("Scooter's back, runs like new" after the repair shop), but not what
they mean: so it ends one memory at most, nothing protected, and nothing that a rule has judged.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from jiyi.language.regex import regex
from jiyi.policy import figures
from jiyi.policy.decide import whom
from jiyi.policy.decide.added import describes
from jiyi.policy.decide.harmless import harmless
from jiyi.policy.decide.opposed import of_two_sorts
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.succession import mentions_value, names_a_change, shared_heads, stands_in
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues, endings, succession, the_user
from jiyi.records import Kind

SURE = 0.8  # chance from which it is believed
NEARLY = 0.68  # the same where both name one thing: chance alone seldom puts strangers so near
SUREST = 0.95  # the same of what only seems to say one more thing of something known
SURER = 0.9  # the same about something protected (the new memory then waits for review), and of a clause that was left
ANNOUNCED = 0.4  # the same where a sentence first says that the thing changed and then how it is now
TOLD = 0.6  # the same where words tell of a change and name what the memory tells of ("Greta left", "婚礼改期了")
ALIKE = 0.6  # share of the words that two lines of one list have in the same places
WHY = "by its meaning it takes the place of what was known"
_ONE_AT_A_TIME = frozenset({"team", "bedtime", "wake", "commute", "boss", "phone"})
# Single places that one change may fill together: who moves to another flat has another address.
_FAMILIES = (
    frozenset({"residence", "address", "cohabit", "housing"}),
    frozenset({"job", "role", "grade", "major", "school"}),
    frozenset({"name", "nickname", "answer.address", "pronoun"}),
)
_TOLD_IN_FULL = frozenset({"meat", "smoking", "drinking", "children"})  # states that leave nothing more to say
_TO_COME = frozenset({"plan", "travel.plan", "goal", "weight.goal", "fitness.goal", "trip"})
_COUNTED = frozenset({"number", "age", "grade", "money", "weight", "length"})  # figures that grow
_WORD = regex(r"\d+|[a-z']+|[一-鿿]")
_LEFT, _RIGHT = (
    regex(rf"{zh}|(?:(?<![a-z])(?:my|his|her|the|our)|'s) {en} [a-z]") for zh, en in (("左", "left"), ("右", "right"))
)


def judge_learned(new: Reading, old: Reading, chance: float, verdict: Verdict) -> Verdict | None:
    """An update in place of the rules' silence, when the chance is high and nothing speaks against it."""
    if chance < _least(new, old) or not verdict.silent or new.corrects:
        return None
    if (old.kind is Kind.INSTRUCTION) != (new.kind is Kind.INSTRUCTION) and not (
        (chance >= SURER and tells_of_it(new, old)) or (chance >= SUREST and shared_heads(new.text, old.text))
    ):
        return None
    if new.attribute in _TO_COME and old.attribute not in _TO_COME:
        return None  # what is only planned has not ended what is so
    if new.former or old.former or (old.kind is Kind.EVENT and old.past):
        return None
    if new.kind is Kind.EVENT and old.kind is Kind.RELATIONSHIP and not tells_of_it(new, old):
        return None  # that somebody comes to visit does not change where they live
    if _says_who(old, new) or _elsewhere(new, old) or (chance < SUREST and describes(new, old)):
        return None
    if _one_more(new.text, old.text) or ("allergy" in old.topics and not old.protected):
        return None  # an allergy of somebody near is ended by who says so
    otherwise = (chance >= SURER and _otherwise_now(new, old)) or (chance >= SURE and _another_figure(new, old))
    if (only_named(new, old) and not otherwise) or harmless(new, old):
        return None
    if (old.attribute == "project" or new.attribute in ("project", "tool")) and not tells_of_it(new, old):
        return None  # what a team agreed on stands side by side until words say that it changed
    if _ends_another_sort(new.text, old.text):
        return None
    both = new.axes.keys() & old.axes.keys() & _TOLD_IN_FULL
    if both and all(new.axes[axis] == old.axes[axis] for axis in both) and not new.figures:
        return None  # "I'm vegetarian", "I don't eat meat": one state
    if endings.TAKES_UP.search(new.text) and not (succession.OVER.search(new.text) or cues.NOW.search(new.text)):
        return None
    if new.subject and new.slots and not new.slots & old.slots and not new.topics & old.topics:
        return None  # that a cousin moved says nothing of her children
    if (
        endings.NEVER.search(new.text)
        or (cues.ALSO.search(new.text) and not _announced(new, old))
        or succession.PAUSED.search(new.text)
        or succession.OFF_ONCE.search(new.text)
        or (
            another_entry(new.text, old.text)
            and (succession.OVER.search(new.text) is None or new.figures - old.figures)
        )
    ):
        return None
    weight = max(chance, SURE) if _announced(new, old) else chance
    return Verdict("update", weight, WHY, explicit=True, learned=True)


def _ends_another_sort(new: str, old: str) -> bool:
    """Whether what is over is another thing of the same word: after "My gym membership expired" Costco's goes on."""
    over = succession.OVER.search(new) is not None and succession.INSTEAD.search(new) is None
    head = shared_heads(new, old) if over else ""
    return bool(head) and of_two_sorts(head, new, old)


def _least(new: Reading, old: Reading) -> float:
    if old.protected:
        return SURER
    if tells_of_it(new, old):
        return ANNOUNCED if _announced(new, old) else TOLD
    return NEARLY if new.kind is old.kind and shared_heads(new.text, old.text) else SURE


def _announced(new: Reading, old: Reading) -> bool:
    """Whether a sentence says that what a memory tells of was changed, by its word: "副业换方向了，现在卖手工皂"."""
    said = cues.ANNOUNCED.search(new.text) or (cues.SWAPPED.search(new.text) and cues.SINCE_NOW.search(new.text))
    head = shared_heads(new.text, old.text) if said else ""
    return bool(head) and not of_two_sorts(head, new.text, old.text)


def tells_of_it(new: Reading, old: Reading) -> bool:
    """Whether a sentence says in words that something changed, and names what a memory tells of."""
    text = new.text
    told = cues.CHANGE.search(text) or succession.OVER.search(text) or succession.INSTEAD.search(text)
    if not (told or names_a_change(text)):
        return False
    if old.figures and new.figures == old.figures:
        return False  # the same amount or date: the same thing in other words
    narrow = succession.INSTEAD.search(text) is not None and new.topics & old.topics & _ONE_AT_A_TIME
    head = shared_heads(text, old.text)
    return bool((head and not of_two_sorts(head, text, old.text)) or new.so & old.so or narrow)


def _says_who(old: Reading, new: Reading) -> bool:
    """Whether the old memory says who somebody is, and the new one only what that one does: after "Mia changed schools"
    Mia is still the daughter. Who left or died is another matter."""
    if not (old.names and old.subject) or new.subject or succession.OVER.search(new.text):
        return False
    if figures.clash(new.figures, old.figures) & {"number", "age", "grade"}:
        return False  # "Immy is in year 6 now": another figure of the same person
    if endings.GONE.search(new.text) or (endings.MOVED_TO.search(new.text) and endings.LIVES.search(old.text)):
        return False
    return any(stands_in(name, new.text) for name in old.names)


def _elsewhere(new: Reading, old: Reading) -> bool:
    """Whether the two fill different single places of one life: where one lives does not end where one works."""
    if not (new.slots and old.slots) or new.slots & old.slots:
        return False
    if new.changed and all(slot.startswith("own ") or slot == "name" for slot in new.slots | old.slots):
        return False  # what a thing is called, by whatever words
    if _announced(new, old) or (new.changed and any(new.slots & family and old.slots & family for family in _FAMILIES)):
        return False
    return new.subject == old.subject and succession.OVER.search(new.text) is None


def only_named(new: Reading, old: Reading) -> bool:
    """Whether a sentence names what a memory tells of, and says of it neither that it is gone nor that it is another:
    "Tom left his keys here" does not end "I'm dating Tom"."""
    if endings.HAPPENED_AGAIN.search(new.text):
        return True
    if old.attribute == "partner" and new.attribute != "partner":
        return (
            endings.PARTED.search(new.text) is None
            or succession.OF_OTHERS.search(new.text) is not None
            or _two_others(new, old)
        )
    if not old.attribute or not mentions_value(new, old):
        return False
    alike = old.attribute == new.attribute or new.topics & old.topics or new.kind is old.kind is Kind.INSTRUCTION
    if alike and (cues.NOW.search(new.text) or endings.SINCE.match(new.text)) and new.claims.keys() - old.claims.keys():
        return False  # "I go to bed after midnight these days": the same matter, otherwise
    return endings.OF_THEM.search(new.text) is not None or not (
        endings.GONE.search(new.text) or endings.OTHERWISE.search(new.text)
    )


def _otherwise_now(new: Reading, old: Reading) -> bool:
    """Whether a sentence says how a thing is now, in words that the memory has not, or that what was not so is so."""
    turned = old.negative and not new.negative and bool(shared_heads(new.text, old.text))
    news = new.so - old.so or new.figures - old.figures
    return turned or bool(cues.NOW.search(new.text) and news)


def _another_figure(new: Reading, old: Reading) -> bool:
    """Whether a sentence gives another amount, age or grade of what a memory tells of by the same word."""
    clash = figures.clash(new.figures, old.figures) & _COUNTED
    return bool(clash) and bool(
        shared_heads(new.text, old.text) or any(stands_in(name, new.text) for name in old.names)
    )


def _two_others(new: Reading, old: Reading) -> bool:
    """Whether a sentence names neither the user nor the one that a memory is about: "Kate and Bob broke up"."""
    named = mentions_value(new, old) or any(stands_in(name, new.text) for name in old.names)
    return the_user.US.search(new.text) is None and not named


def _one_more(new: str, old: str) -> bool:
    """Whether two plain texts speak of two things by their wording: another name, "又…一只", the other side of the body,
    or somebody of another's ("Helen's boss")."""
    names = [{zh or en for zh, en in endings.CALLED.findall(text)} for text in (new, old)]
    sides = [(_LEFT.search(text) is None, _RIGHT.search(text) is None) for text in (new, old)]
    return (
        (all(names) and not names[0] & names[1] and not endings.RENAMED.search(new))
        or endings.ONE_MORE.search(new) is not None
        or set(sides) == {(True, False), (False, True)}
        or whom.OF_ANOTHER.match(new) is not None
    )


def another_entry(first: str, second: str) -> bool:
    """Whether two plain texts are two lines of one list: the same words but in two places or more ("locker 3 is at
    station 21", "locker 4 is at station 28"), or but for numbers, which rules read. A change says one thing otherwise;
    these are two things."""
    one, other = _words(first), _words(second)
    if [word for word in one if not word.isdigit()] == [word for word in other if not word.isdigit()]:
        return True
    steps = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    same = sum(end - start for step, start, end, _, _ in steps if step == "equal")
    places = [step for step, *_ in steps if step != "equal"]
    return len(places) > 1 and set(places) == {"replace"} and same >= ALIKE * max(len(one), len(other))


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def stands_alone(text: str) -> bool:
    """Whether a clause that was left could be a memory: plain text that names whom it speaks of, or the user."""
    return endings.POINTS_BACK.match(text) is None
