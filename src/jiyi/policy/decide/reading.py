"""A sentence as `decide` compares it: whom it speaks of, about what, what it claims, with which figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from jiyi.language.memo import memo
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy import attributes, figures, values
from jiyi.policy.candidate import Candidate
from jiyi.policy.decide import whom
from jiyi.policy.decide.lookup import matching, parts, rows
from jiyi.policy.figures import Figure
from jiyi.policy.tables import cues
from jiyi.policy.tables.aspects import ROWS, STATES
from jiyi.policy.tables.dimensions import ROWS as DIMENSIONS
from jiyi.policy.tables.subjects import EVENTS, MANY_OWNED
from jiyi.policy.tables.wording import IDLE_WORDS
from jiyi.records import Kind, MemoryRecord

_ASPECTS = rows(ROWS, 2)
_STATES = rows(STATES, 2)
_EVENTS = rows(EVENTS, 1)
_DIMENSIONS = rows(DIMENSIONS, 2)
SINGLE_ASPECTS = frozenset(row.keys[0] for row in _ASPECTS if row.keys[1] == "one")

_NOT_ONE = frozenset({"housing"})  # one may own a house and rent a flat: `STATES` says what ends what
_WORDED = {  # attributes that are given too easily -> what their wording is about
    "residence": frozenset({"residence", "cohabit"}),
    "employer": frozenset({"employer", "commute"}),
    "job": frozenset({"role", "employer", "grade", "worksite"}),
    "diet.style": frozenset({"food"}),
    "salary": frozenset({"salary"}),
    "vehicle.licence": frozenset({"driving"}),
}
_WORKSITE = regex(r"在[^,，。]{1,8}(?:上班|工作|办公|实习)")
_POSSESSED = regex(
    r"^(?:我们?(?:团队|公司|家|班|组|部门)?的)([^,，。是在了有叫换改变]{1,8}?)(?:现在|已经)?(?:是|换成|改成|变成|定在|改到|叫|改名叫|在)"
    rf"|^(?:my|our|the) (?:{whom.ADJECTIVES} )*([a-z][a-z -]{{1,30}}?)(?: now)?"
    r" (?:is|was|has been|are|is now|changed to|switched to)(?= )"
)
_THING_MOVED = regex(
    r"^(?:我们?|公司|咱们)?的?(?:办公室|工位|公司|教室|店|厂|会议|[^,，。]{0,4}课|班|摊位|仓库|工作室)[^,，。]{0,4}(?:搬|调|挪)|^(?:the|our|my) (?:office|company|shop|store|school|gym|club|studio|clinic|lab|warehouse|headquarters|hq|firm|team)(?: has| have|'s| is| just| recently| finally)* (?:moved|moving|relocat(?:ed|ing))(?![a-z])"
    r"|^(?:my |our |the )?(?!(?:i|we)(?:'| ))[a-z][a-z ]{2,24}? (?:has |have |got |was |been |is |just )*moved (?:to|from|over|up|down)"
)
_PLACE_MOVED = regex(
    r"^(?:the|our|my) (?:office|company|shop|store|school|gym|club|studio|clinic|lab|warehouse|headquarters|hq|firm|team)(?: has| have|'s| is| just| recently| finally)* (?:moved|moving|relocat(?:ed|ing))(?!.*(?<![a-z])(?:i|we)(?: now)? (?:live|moved))"
)
# "公司在国贸", "公司搬到望京了": a company stands in one place.
_WORKPLACE = regex(
    r"^(?:我们?|咱们?)?的?(?:公司|单位|办公室)(?:现在|目前|已经|刚刚?|总部|就|又|都|今年|去年|上个?月)*"
    r"(?:(?:搬|迁)(?:到|去|至|往|回)|在(?=[^,，。裁招开做找谈搞]{2,8}(?:那边|附近|这边)?$))"
)
_NEW_ONE = regex(
    r"换了?(?:一?[个位台辆部套家])?新?的?([一-鿿]{2,6})[,，]"
    r"|(?<![a-z])(?:i|we)(?:'ve)?(?: now| just| finally)? (?:have|got|have got|found|hired|bought) an? new ([a-z][a-z -]{1,30}?)(?=, | called| named|$|\.)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read. `subject` is "" for the user; `rank` ("older", "小") and `names` tell two of one sort apart,
    `labels` two things ("project a"). `figures_over` and `roles_over` are those said to be gone.

    `slots` are single-valued places that it fills, `topics` all that it is about. `claims` says of each thing whether
    it is so (+1) or not (-1). `axes` are the mutually exclusive states it names.
    """

    text: str
    attribute: str | None
    value: str | None
    kind: Kind
    subject: str
    rank: str
    names: frozenset[str]
    labels: frozenset[str]
    topics: frozenset[str]
    slots: frozenset[str]
    worded: bool  # the wording speaks of the attribute that was given to it
    claims: Mapping[str, int]
    figures: frozenset[Figure]
    figures_over: frozenset[Figure]
    axes: Mapping[str, str]
    dimensions: Mapping[str, int]
    events: frozenset[str]
    changed: bool
    roles: Mapping[str, frozenset[str]]
    roles_over: Mapping[str, frozenset[str]]
    moved: bool
    past: bool
    former: bool  # speaks of what was, not of what is
    negative: bool
    language: str
    protected: bool
    ends: bool = False
    corrects: bool = False

    @property
    def so(self) -> frozenset[str]:
        return frozenset(thing for thing, sign in self.claims.items() if sign > 0)

    @property
    def not_so(self) -> frozenset[str]:
        return frozenset(thing for thing, sign in self.claims.items() if sign < 0)


def read(given: Candidate | MemoryRecord) -> Reading:
    """The reading of a candidate or of a memory."""
    reading = _read(given.content, given.attribute, given.value, given.kind, given.language, given.protected)
    if isinstance(given, Candidate) and (given.ends or given.corrects):
        return replace(
            reading,
            ends=given.ends,
            corrects=given.corrects,
            changed=reading.changed or given.ends,
        )
    return reading


@memo(8192)
def _read(
    content: str, attribute: str | None, value: str | None, kind: Kind, language: str, protected: bool
) -> Reading:
    whole = values.plain(content)
    text = whole
    while (cut := cues.PREFACE.sub("", text)) != text and cut:
        text = cut
    subject, rank, names, body = whom.subject_of(text)
    topics = frozenset(keys[0] for keys in matching(_ASPECTS, whole))
    if _WORKSITE.search(text) and values.claims(body).keys() & values.places():
        topics |= {"worksite"}
    if attribute == "residence" and "employer" in topics:
        topics |= {"worksite"}
    if cues.AT_PLACE.search(text) and values.claims(body).keys() & values.places():
        topics |= {"residence"}
    events, over_words = frozenset(keys[0] for keys in matching(_EVENTS, text)), values.gone(text)
    roles = parts(_without(text, over_words))
    if "residence" in topics and _moves_no_home(text, subject, bool(events or roles)):
        topics -= {"residence"}
    slots = set(topics & SINGLE_ASPECTS)
    slots |= _own_slots(text, subject)
    row = attributes.get(attribute)
    slots = _without_lookalikes(slots, topics, text, subject)
    worded = _worded(attribute, topics)
    single = row is not None and row.single and not subject and row.name not in _NOT_ONE
    elsewhere = topics or events or (roles and attribute != "employer")  # who makes phones employs people, too
    if row is not None and single and (worded or not elsewhere):
        slots.add(row.name)
    over = frozenset(figure for phrase in over_words for figure in figures.of(phrase))
    return Reading(
        text=text,
        attribute=attribute,
        value=value,
        kind=kind,
        subject=subject,
        rank=rank,
        names=names,
        labels=frozenset(
            label for label in (m[0] or m[1] for m in cues.LABEL.findall(text)) if label not in IDLE_WORDS
        ),
        topics=topics,
        slots=frozenset(slots),
        worded=worded,
        claims=values.claims(body),
        figures=figures.of(text) - over,
        figures_over=over,
        axes=_axes(text),
        dimensions=_dimensions(text),
        events=events,
        changed=cues.CHANGE.search(whole) is not None,
        roles=roles,
        roles_over=parts("\n".join(over_words)),
        moved=cues.MOVED.search(text) is not None,
        past=cues.PAST.search(text) is not None and cues.MOVED.search(text) is None,
        former=cues.FORMER.search(text) is not None and cues.NOW.search(text) is None,
        negative=values.denies(text),
        language=language,
        protected=protected,
    )


def _moves_no_home(text: str, subject: str, of_a_thing: bool) -> bool:
    """Whether what moved is a meeting, a desk, a tool or an office, and nobody's home."""
    if not subject and _PLACE_MOVED.match(text):
        return True
    if cues.LIVES.search(text):
        return False
    return of_a_thing or (not subject and _THING_MOVED.search(text) is not None)


def _without(text: str, phrases: tuple[str, ...]) -> str:
    for phrase in phrases:
        text = text.replace(phrase, " ")
    return text


def _worded(attribute: str | None, topics: frozenset[str]) -> bool:
    """False when the wording does not speak of an attribute that is easily given by mistake."""
    expected = _WORDED.get(attribute or "")
    return expected is None or bool(topics & expected)


def _axes(text: str) -> Mapping[str, str]:
    """The state on each axis; where the words of a denial hold those of its opposite, the denial counts."""
    found: dict[str, str] = {}
    for axis, state in matching(_STATES, text):
        if found.get(axis) not in ("none", "no"):
            found[axis] = state
    return found


def names_a_state(text: str) -> bool:
    """Whether plain text names a state that ends others: "remarried", "no pets"."""
    return next(matching(_STATES, text), None) is not None


def _without_lookalikes(slots: set[str], topics: frozenset[str], text: str, subject: str) -> set[str]:
    """Slots that the wording only seems to fill: a server's name is not the user's, a target is no weight."""
    if "name" in slots and not subject and (topics & {"server"} or not cues.OWN_NAME.search(text)):
        slots = slots - {"name"}
    if "goal" in topics:
        slots = slots - {"weight", "height", "budget", "salary"}
    return slots


def _own_slots(text: str, subject: str) -> set[str]:
    """Slots that the sentence makes itself: "my favourite X is", "my X is"."""
    slots = set()
    favourite = cues.FAVOURITE.search(text)
    if favourite:
        slots.add("favourite " + values.concept(favourite.group(1) or favourite.group(2)))
    if not subject and _WORKPLACE.match(text):
        slots.add("own workplace")
    possessed = None if subject else _POSSESSED.match(text) or _NEW_ONE.search(text)
    if possessed and not favourite:
        words = values.things(possessed.group(1) or possessed.group(2).strip())
        if words and not MANY_OWNED & set(words):
            slots.add("own " + " ".join(words))
    return slots


def _dimensions(text: str) -> Mapping[str, int]:
    """Each "dimension value" that an instruction names -> +1 wanted, -1 not wanted, clause by clause."""
    found: dict[str, int] = {}
    for clause in cues.WISH_CLAUSE.split(text):
        sign = -1 if values.denies(clause) else 1
        for keys in matching(_DIMENSIONS, clause):
            found[" ".join(keys)] = sign
    for phrase in values.gone(text):
        found.update({" ".join(keys): -1 for keys in matching(_DIMENSIONS, phrase)})
    about_comments = {name for name in found if name.startswith("comments")}
    if about_comments:
        found = {name: sign for name, sign in found.items() if not name.startswith(("language", "script"))}
        if len(about_comments) > 1:
            found.pop("comments any", None)
    return found


_LIST = regex(r"[和跟与、]|(?<![a-z])(?:and|or)(?![a-z])")


def listed(reading: Reading) -> bool:
    """True when the sentence lists several things, so that the end of one is not the end of all. In Chinese a comma
    parts clauses, not things."""
    return _LIST.search(reading.text) is not None or ("," in reading.text and not has_han(reading.text))
