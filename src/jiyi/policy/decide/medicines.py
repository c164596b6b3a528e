"""A medicine that need not be taken any more: "The doctor says I can stop the amlodipine", "they took me off statins"."""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables.succession import medicines

_OFF = regex(
    r"(?:可以|能|让我?|叫我?|准我?)(?:先)?停(?!车|下)|不(?:用|必|需要)再?(?:吃|服|打|用)"
    r"|(?<![a-z])(?:(?:can|could|may|should|to) (?:now |finally |safely )?(?:stop|quit|come off|drop)"
    r"|(?:came|come|weaned|tapered|gone|got) (?:me |myself )?off|(?:took|taken|taking|takes?) me off|don't (?:need|have) (?:to take )?)(?![a-z])"
)
_NOT_YET = regex(
    r"不(?:能|可以|准|让|许|敢|要)[^,，。]{0,6}停|别[^,，。]{0,4}停|如果|要是|什么时候|希望|想"
    r"|(?<![a-z])(?:if|when|whether|once|unless|until)(?![a-z])"
    r"|(?<![a-z])(?:can't|cannot|can not|couldn't|shouldn't|mustn't|not to|never|don't|didn't|want|wants|wish|hope|hoping|try|trying|going) (?:[a-z]+ ){0,3}(?:stop|quit|come off|drop|taken|off)(?![a-z])"
)


def judge_taken_off(new: Reading, old: Reading, _similarity: float) -> Verdict | None:
    """The end of a medicine that both name, of the same person."""
    if old.attribute != "medication" or old.negative or new.subject != old.subject:
        return None
    same = medicines(new.text) & medicines(old.text)
    if not same or not _OFF.search(new.text) or _NOT_YET.search(new.text):
        return None
    return Verdict("update", 0.9, f"{min(same)} is not taken any more", explicit=True)
