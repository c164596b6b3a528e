"""Who left a job no longer does it: "I took early retirement" ends "I'm vice principal", and so for one's father."""

from __future__ import annotations

from jiyi.language.regex import regex
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues
from jiyi.policy.tables.succession import LEFT_WORK
from jiyi.records import Kind

_WORKS = regex(
    r"上班|工作|在[^,，。]{1,10}(?:当|做|开|干|教|跑|打工|任|搞)|是(?:一?[名个位])?[^,，。]{0,8}(?:师|员|长|工|医生|护士|律师|老板|经理|司机|警察|会计|保安)|在部队|当兵|实习"
    r"|(?<![a-z])(?:works?(?! on| out)|working(?! on| out)|teach(?:es)?|is an?|i'm an?|i am an?|i'm [a-z]+ (?:principal|manager|director|lead)|in the (?:army|navy|air force|police|marines)|(?:principal|manager|nurse|driver|trainee|intern|director|teacher|engineer) at|at (?:med|law|grad|nursing|business) school)(?![a-z])"
)
# "Ben left the company", "同事辞职了": somebody else begins the sentence.
_SOMEBODY = regex(
    r"^(?!我|咱|已经|刚|终于|后来|上|昨|今|去年|前|月|年|现在|最近|正式|打算|决定|从|在|把|跟|和|因|被|辞|离|退|跳|转|改|换|下|裁|工作|活|班|不|也|就)[^,，。我]{1,6}?(?:已经|刚|上周|昨天|也|又|要|突然|终于)*(?:辞职|离职|退休|跳槽|被裁|转行|下岗|不干了|换工作)"
    r"|^(?!(?:i|we|my|our|just|finally|recently|then|today|yesterday|now|officially|also|so|got|was|been|have|left|quit|retired|resigned|laid|handed)(?![a-z]))[a-z]+(?:'s|'ve)? (?:has |have |had |is |was |got |just |finally |been |also )*(?:left|quit|resigned|retired|laid off|changed (?:jobs|careers)|switched (?:jobs|careers)|handed in)(?![a-z])"
)
_OWNED = regex(
    r"(?<![a-z])own(?:s|ed)? an? (?!company|business|shop|store|firm|restaurant|cafe|bakery|bar|salon|clinic|studio|farm|agency)"
)
_WORK_SLOTS = frozenset({"employer", "job", "work.schedule"})
_NOT_WORK = frozenset(
    {"hobby", "pet", "allergy", "residence", "hometown", "diet.style", "marital_status", "health.condition"}
)


def judge_left_work(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """An update when the new sentence tells that this person's work is over, or is another now."""
    if (
        new.subject != old.subject
        or not LEFT_WORK.search(new.text)
        or LEFT_WORK.search(old.text)
        or old.former
        or new.former
    ):
        return None
    if (
        old.negative
        or old.kind in (Kind.PREFERENCE, Kind.INSTRUCTION, Kind.EVENT, Kind.STATE)
        or cues.ALSO.search(new.text)
    ):
        return None
    if (not old.subject and not new.subject and _SOMEBODY.search(new.text)) or _OWNED.search(old.text):
        return None
    works = (
        old.attribute in _WORK_SLOTS or bool(old.topics & {"role", "employer"}) or _WORKS.search(old.text) is not None
    )
    if not works or old.attribute in _NOT_WORK or (new.names and old.names and not new.names & old.names):
        return None
    return Verdict("update", 0.8, "that work is said to be over", explicit=True)
