"""A sentence as `decide` compares it: whom it speaks of, about what, what it claims, with which figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from jiyi.policy import attributes, values
from jiyi.policy.candidate import Candidate
from jiyi.policy.tables.aspects import ROWS, STATES
from jiyi.policy.tables.dimensions import ROWS as DIMENSIONS
from jiyi.policy.tables.subjects import EVENTS, PARTS, PEOPLE
from jiyi.policy.tables.wording import IDLE_WORDS
from jiyi.records import Kind, MemoryRecord

Rows = tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]


def _rows(table: str, keys: int) -> Rows:
    """Lines of `key | … | Chinese | English` -> (keys, one expression). English stands between word edges."""
    made = []
    for line in table.strip().splitlines():
        cells = [cell.strip() for cell in re.split(r" +\| +", line.strip(), maxsplit=keys + 1)]
        zh, en = cells[keys], cells[keys + 1]
        made.append((tuple(cells[:keys]), re.compile(f"{zh}|{en}")))
    return tuple(made)


_ASPECTS = _rows(ROWS, 2)
_STATES = _rows(STATES, 2)
_EVENTS = _rows(EVENTS, 1)
_DIMENSIONS = _rows(DIMENSIONS, 2)
_PART_OF: dict[str, set[str]] = {}
for _line in PARTS.strip().splitlines():
    _role, _, _members = _line.partition(": ")
    for _member in _members.split(", "):
        _PART_OF.setdefault(_member.strip(), set()).add(_role)
_PART = re.compile(
    "|".join(
        rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9+#])" if name.isascii() else re.escape(name)
        for name in sorted(_PART_OF, key=len, reverse=True)
    )
)
SINGLE_ASPECTS = frozenset(keys[0] for keys, _ in _ASPECTS if keys[1] == "one")

_PREFACE = re.compile(
    r"^(?:(?:你|您)?(?:记错|搞错|弄错|说错|理解错)了?|我?(?:说错|口误)了?|不对|不是的|错了|更正(?:一下)?|纠正(?:一下)?|其实|对了|哦|嗯|请?记住|补充一下"
    r"|no(?=[,.!])|nope|actually|correction|that's (?:wrong|not right|not true|incorrect)|(?:you|i) (?:got|have) (?:that|it|my [a-z]+) wrong|i misspoke|you're wrong"
    r"|wrong|sorry|by the way|btw|remember(?: that)?|oh|well|also|and)[,，:：.。!！、 ]+"
)
_ADJECTIVES = r"(?:new|current|old|former|eldest|youngest|oldest|older|younger|elder|little|big|best|good|close|dear|other|second|first|only|twin|late)"
_PEOPLE_ROWS = [[cell.strip() for cell in re.split(r" +\| +", line.strip())] for line in PEOPLE.strip().splitlines()]


def _longest_first(column: int) -> str:
    """All expressions of a column of the people, as alternatives; bars within parentheses do not divide."""
    cells = (part for row in _PEOPLE_ROWS for part in re.split(r"\|(?![^(]*\))", row[column]))
    return "|".join(sorted(cells, key=len, reverse=True))


_ZH_PEOPLE, _EN_PEOPLE = _longest_first(1), _longest_first(2)
_WHO = tuple((name, re.compile(f"(?:{zh}|(?<![a-z])(?:{en})(?![a-z]))$")) for name, zh, en in _PEOPLE_ROWS)
_LEAD = re.compile(
    rf"^(?:我们?家?的?|我有个|我)?(?P<rank>[大小二三前]|老大|老二|最?[大小]的)?(?P<zh>{_ZH_PEOPLE})(?!是我|[们主子人型科])"
    rf"|^(?:my|our) (?P<adjective>(?:{_ADJECTIVES} )*)(?P<en>{_EN_PEOPLE})(?![a-z])"
)
_HAVE = re.compile(
    rf"^我们?家?(?:里)?(?:有|养了?|领养了)(?:了)?(?:一)?(?:个|只|条|位)?.{{0,3}}?(?P<zh>{_ZH_PEOPLE})[,，]?(?:的?名字)?(?:叫做?|名叫)(?P<zn>[^,，。.!！\s]{{1,8}})"
    rf"|^(?:i|we)(?: have|'ve got| got| own) (?:an?|one|another) (?:[a-z]+ ){{0,2}}?(?P<en>{_EN_PEOPLE})[,]? (?:named|called|whose name is) (?P<nn>[a-z][\w'-]*)"
)
_OWN_NAME = re.compile(
    r"我(?:的?(?:全名|大名|本名|名字|姓名))?(?:现在|其实|真正)?(?:是|就)?叫|名字(?:是|叫)|我(?:已经)?改名|我姓"
    r"|(?<![a-z])(?:my (?:full |last |first |real |new )?name|i'm called|i am called|changed my name)(?![a-z])"
)
_AGED = re.compile(
    rf"^我们?家?有(?:一)?个(?P<zr>[^,，。]{{1,5}}岁)的?(?P<zh>{_ZH_PEOPLE})$"
    rf"|^(?:i|we)(?: have|'ve got) an? (?P<er>[a-z0-9]+[- ]years?[- ]old) (?P<en>{_EN_PEOPLE})(?![a-z])"
)
_NAME = re.compile(
    r"(?:名字)?(?:叫做?|名叫|名字是)(?P<zh>[^,，。.!！?？的了我你\s]{1,8})|(?<![a-z])(?:named|called|(?:name|name's)(?: is|'s)?) (?P<en>[a-z][\w'-]*)"
)
_CHANGE = re.compile(
    r"现在|改[成为用到去叫签吃喝坐]|换[成到了]|换工作|不再|不.{1,12}了(?:$|[,，。!！ ])|戒|已经|搬|转行|转做|跳槽|升职|涨到|涨工资|降到|加到|提到|提高到|增加到|延到|推迟|提前到|取消|迁[移到]|重新|又|以后|从今|最近开始|开始|变成|卖了|卖掉|退订|退了|辞|没再|毕业|分手|离婚|结婚了|去世|死了|走了(?:$|[,，。])|生了|好了(?:$|[,，。])|不去|目标改|最终|最后定|重写|重构|回.{1,4}了$|(?:^|[,，]).{2,14}了$"
    r"|(?<![a-z])(?:now|nowadays|these days|any ?more|no longer|switched|changed|moved|instead|from now on|started|began|stopped|quit|gave up|given up|sold|replaced|migrated"
    r"|renamed|promoted|rescheduled|postponed|pushed|slipped|extended|delayed|cancell?ed|relocated|left|resigned|graduated|divorced|got (?:married|engaged|divorced|promoted|a new)"
    r"|broke up|died|passed away|turned|went up|down to|up to|grown to|raised|increased|dropped|cut to|healed|recovered|again|currently|only|actually|new|make that|brought forward|bumped|swapped|traded|rewrote|rebuilt|ported|upgraded|done with|finished|paid off|took)(?![a-z])"
)
_MOVED = re.compile(
    r"改[到成在签去期]|推迟|延[期到后]|提前|挪到|换到|取消|不去|改为|往后|不办|不开了|作废"
    r"|(?<![a-z])(?:resched\w+|postpon\w+|push(?:ed)?(?: back)?|moved|slip(?:ped)?|extended|delayed|cancell?ed|called off|brought forward|moved up|changed to|put off|bumped|now|instead)(?![a-z])"
)
_PAST = re.compile(
    r"(?:去|看|开|做|跑|吃|买|参加|发布|完成|见|聊|谈|讨论|上线|提交|爬|打|玩|办)(?:完|好|过)?了|过了?$|昨天|前天|上[周个]|去年"
    r"|(?<![a-z])(?:ran|went|met|shipped|saw|did|had|finished|completed|visited|attended|played|watched|discussed|launched|released|bought|ate|flew|ago|yesterday)(?![a-z])"
)
_FAVOURITE = re.compile(
    r"最(?:喜欢|爱|钟爱|常)[吃喝看听用玩]?的([^是,，]{1,6}?)(?:是|变成|换成|改成|[,，]|$)|(?<![a-z])fav(?:ou?rite)? ([a-z]+(?: [a-z]+)?) (?:is|are|has|now|these|used|was)"
)
_POSSESSED = re.compile(
    r"^(?:我们?的)([^,，。是在了有叫换改变]{1,8}?)(?:现在|已经)?(?:是|换成|改成|变成|定在|改到|叫|改名叫|在)"
    rf"|^(?:my|our|the) (?:{_ADJECTIVES} )*([a-z][a-z -]{{1,30}}?)(?: now)? (?:is|was|has been|are|is now|changed to|switched to)(?= )"
)
_AT_PLACE = re.compile(
    r"^(?:在|现在在|已经在)[^,，。 ]{2,8}$|(?<=[友妈爸姐妹哥弟儿女婆公母家人])(?:现在|目前)?在[^,，。 的]{2,8}$"
)
_LABEL = re.compile(
    r"(?:项目|方案|小组|版本|服务器|阶段|课题)(?:代号|叫)? ?([a-z0-9甲乙丙丁][\w-]*)|(?<![a-z])(?:project|sprint|phase|room|unit|module) ([a-z0-9][\w-]*)"
)
_WISHES = re.compile(
    r"[,，;；。!！?？\n]|\.(?=\s|$)|(?<![a-z])(?:but|and not|instead of|rather than)(?![a-z])|但是?|不过|而是"
)
_MANY_POSSESSED = frozenset(
    "hobby goal dream friend allergy interest plan skill favourit favorit language name pet kid brother sister 爱好 目标 梦想 朋友 兴趣 习惯 优点 缺点 特长".split()
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read. `subject` is "" for the user; `who` tells two of one sort apart (rank and names).

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
    claims: Mapping[str, int]
    figures: frozenset[values.Figure]
    figures_over: frozenset[values.Figure]
    axes: Mapping[str, str]
    dimensions: Mapping[str, int]
    events: frozenset[str]
    changed: bool
    roles: Mapping[str, frozenset[str]]
    roles_over: Mapping[str, frozenset[str]]
    moved: bool
    past: bool
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
    if isinstance(given, Candidate) and (given.ends or given.corrects or given.negated):
        return replace(
            reading,
            ends=given.ends,
            corrects=given.corrects,
            negative=reading.negative or given.negated,
            changed=reading.changed or given.ends,
        )
    return reading


@lru_cache(maxsize=8192)
def _read(
    content: str, attribute: str | None, value: str | None, kind: Kind, language: str, protected: bool
) -> Reading:
    whole = values.plain(content)
    text = whole
    while (cut := _PREFACE.sub("", text)) != text and cut:
        text = cut
    subject, rank, names, body = _subject(text)
    topics = frozenset(keys[0] for keys, pattern in _ASPECTS if pattern.search(whole))
    if _AT_PLACE.search(text) and values.claims(body).keys() & values.places():
        topics |= {"residence"}
    slots = {keys[0] for keys, _ in _ASPECTS if keys[1] == "one" and keys[0] in topics}
    slots |= _own_slots(text, subject)
    row = attributes.get(attribute)
    slots = _without_lookalikes(slots, topics, text, subject)
    if row is not None and row.single and not subject:
        slots.add(row.name)
    over = frozenset(figure for phrase in values.gone(text) for figure in values.figures(phrase))
    return Reading(
        text=text,
        attribute=attribute,
        value=value,
        kind=kind,
        subject=subject,
        rank=rank,
        names=names,
        labels=frozenset(label for label in (m[0] or m[1] for m in _LABEL.findall(text)) if label not in IDLE_WORDS),
        topics=topics,
        slots=frozenset(slots),
        claims=values.claims(body),
        figures=values.figures(text) - over,
        figures_over=over,
        axes=_axes(text),
        dimensions=_dimensions(text),
        events=frozenset(keys[0] for keys, pattern in _EVENTS if pattern.search(text)),
        changed=_CHANGE.search(whole) is not None,
        roles=_roles(text),
        roles_over=_roles_over(text),
        moved=_MOVED.search(text) is not None,
        past=_PAST.search(text) is not None and _MOVED.search(text) is None,
        negative=values.denies(text),
        language=language,
        protected=protected,
    )


def _axes(text: str) -> Mapping[str, str]:
    """The state on each axis; where the words of a denial hold those of its opposite, the denial counts."""
    found: dict[str, str] = {}
    for (axis, state), pattern in _STATES:
        if found.get(axis) not in ("none", "no") and pattern.search(text):
            found[axis] = state
    return found


def _without_lookalikes(slots: set[str], topics: frozenset[str], text: str, subject: str) -> set[str]:
    """Slots that the wording only seems to fill: a server's name is not the user's, a target is no weight."""
    if "name" in slots and not subject and (topics & {"server"} or not _OWN_NAME.search(text)):
        slots = slots - {"name"}
    if "goal" in topics:
        slots = slots - {"weight", "height", "budget", "salary"}
    return slots


def _person(word: str) -> str:
    return next((name for name, pattern in _WHO if pattern.match(word)), "")


def _subject(text: str) -> tuple[str, str, frozenset[str], str]:
    """(whom it speaks of or "", which of several, names, what is said of them)."""
    having = _HAVE.match(text)
    if having:
        person = _person(having["zh"] or having["en"])
        return person, "", frozenset({having["zn"] or having["nn"]}), text
    aged = _AGED.match(text.rstrip(".。!！ "))
    if aged:
        return _person(aged["zh"] or aged["en"]), "", frozenset(), aged["zr"] or aged["er"]
    lead = _LEAD.match(text)
    if lead is None:
        return "", "", frozenset(), text
    word = lead["zh"] or lead["en"]
    rank = (lead["rank"] or lead["adjective"] or "").strip().removeprefix("new ").removeprefix("current ")
    rest = text[lead.end() :]
    named = _NAME.match(rest.removeprefix("'s ").removeprefix("的").removeprefix(" is ").strip())
    if named:
        return _person(word), rank, frozenset({named["zh"] or named["en"]}), rest
    follows = re.match(
        r"(?:[小老阿][一-鿿](?=[^叫])|[一-鿿]{1,3}(?=[在是会喜爱有住讨不今])| (?!is|has|likes?|lives?|works?|was|and|who|just|had|loves?|hates?|moved|can|does|got|started|studies|turned|quit|passed|died|went|wants?|plays?|will|used|goes|drives|gave|[a-z]+ed )[a-z]{2,12}(?= (?:is|has|likes?|lives?|works?|was|moved|can|does|hates?|loves?|studies)))",
        rest,
    )
    names = frozenset({follows.group().strip()}) if follows and _looks_named(follows.group()) else frozenset()
    return _person(word), rank, names, rest


def _looks_named(word: str) -> bool:
    return not re.search(r"[在是会有住也都还不上今去特很最现已]", word)


def _own_slots(text: str, subject: str) -> set[str]:
    """Slots that the sentence makes itself: "my favourite X is", "my X is"."""
    slots = set()
    favourite = _FAVOURITE.search(text)
    if favourite:
        slots.add("favourite " + values.concept(favourite.group(1) or favourite.group(2)))
    possessed = None if subject else _POSSESSED.match(text)
    if possessed and not favourite:
        words = values.things(possessed.group(1) or possessed.group(2).strip())
        if words and not _MANY_POSSESSED & set(words):
            slots.add("own " + " ".join(words))
    return slots


def _roles(text: str) -> Mapping[str, frozenset[str]]:
    """The parts (editor, browser, bank …) -> the things named that play them and are not said to be gone."""
    for phrase in values.gone(text):
        text = text.replace(phrase, " ")
    return _parts(text)


def _roles_over(text: str) -> Mapping[str, frozenset[str]]:
    """The same for what is said to be gone."""
    return _parts("\n".join(values.gone(text)))


def _parts(text: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for match in _PART.finditer(text):
        for role in _PART_OF[match.group()]:
            found.setdefault(role, set()).add(values.concept(match.group()))
    return {role: frozenset(members) for role, members in found.items()}


def _dimensions(text: str) -> Mapping[str, int]:
    """Each "dimension value" that an instruction names -> +1 wanted, -1 not wanted, clause by clause."""
    found: dict[str, int] = {}
    for clause in _WISHES.split(text):
        sign = -1 if values.denies(clause) else 1
        for keys, pattern in _DIMENSIONS:
            if pattern.search(clause):
                found[" ".join(keys)] = sign
    about_comments = {name for name in found if name.startswith("comments")}
    if about_comments:
        found = {name: sign for name, sign in found.items() if not name.startswith(("language", "script"))}
        if len(about_comments) > 1:
            found.pop("comments any", None)
    return found
