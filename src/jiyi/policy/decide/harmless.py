"""Sentences that only sound like a change of what is known: a thing carried elsewhere, somebody else's change, what holds
for once or on one occasion, a part of a thing, what is done for the day."""

from __future__ import annotations

from jiyi.policy.decide.reading import Reading
from jiyi.policy.tables import lookalikes, succession, the_user


def harmless(new: Reading, old: Reading) -> bool:
    """Whether a sentence that seems to end or replace a memory leaves it as it is. Where the memory itself tells of the
    same part, thing or occasion, it may be the change that it seems to be."""
    text, known = new.text, old.text
    if new.corrects or new.ends:
        return False
    if (
        (lookalikes.ONCE.search(text) and not lookalikes.FOR_GOOD.search(text))
        or lookalikes.DONE_FOR_NOW.search(text)
        or lookalikes.NOT_FORGOTTEN.search(text)
    ):
        return True
    if lookalikes.LEFT_LYING.search(text) or lookalikes.STANDS.match(text) or lookalikes.ANIMAL_DID.match(text):
        return True
    if lookalikes.OCCASION.search(text) and not lookalikes.OCCASION.search(known):
        return True
    for pattern in (lookalikes.CARRIED, lookalikes.PART):
        match = pattern.search(text)
        thing = next((group for group in match.groups() if group), "") if match else ""
        if thing and (thing.rstrip("s") not in known or lookalikes.LIKED.search(known)):
            return True
    if lookalikes.ONE_OF.match(text) and not lookalikes.TIE_ENDS.search(text):
        return True
    if lookalikes.USED_UP.search(text) and not old.protected and old.attribute != "medication" and _lasts(old):
        return True
    if lookalikes.HOME_FROM.search(text) or (lookalikes.PREGNANT.search(known) and not lookalikes.BORN.search(text)):
        return True
    return _of_others(new, old) or _their_tie(new, old) or _still_theirs(text, known) or _new_version(text, known)


def _lasts(old: Reading) -> bool:
    return succession.HABIT.search(old.text) is not None or (old.attribute or "").startswith("diet")


def _of_others(new: Reading, old: Reading) -> bool:
    """A change in the life of somebody whom a memory about the user does not tell of."""
    match = lookalikes.OTHERS.match(new.text)
    if match is None:
        return False
    if match["theirs"]:
        return match["theirs"].rstrip("s") not in old.text
    rest = match["rest"] or match["zrest"] or ""
    person = match["en"] or match["zh"]
    theirs = old.subject and new.subject == old.subject
    return not theirs and old.attribute != "partner" and person not in old.text and not the_user.US.search(rest)


def _their_tie(new: Reading, old: Reading) -> bool:
    """A daughter who parts from her husband stays the user's daughter, whatever else is known of her."""
    match = lookalikes.THEIR_TIE.match(new.text)
    name = (match["en"] or match["zh"]) if match else ""
    return bool(name) and name in old.text and old.attribute != "partner" and not lookalikes.PAIR.search(old.text)


def _still_theirs(text: str, known: str) -> bool:
    """What a friend, a relative or an animal that is known by name did or got."""
    match = lookalikes.WHO.search(known)
    name = next((group for group in match.groups() if group), "") if match else ""
    if not name or name not in text:
        return False
    return not lookalikes.TIE_ENDS.search(text) or succession.OF_OTHERS.search(text) is not None


def _new_version(text: str, known: str) -> bool:
    """A newer version of a tool that is known by its name alone."""
    match = lookalikes.VERSION.search(text)
    return match is not None and (match["en"] or match["zh"]) in known and not any(mark.isdigit() for mark in known)
