"""One thing in the place of another, whatever it is: "I've moved my email to Thunderbird", "房贷涨到三千六了".

The rules before this one know matters (homes, jobs, editors). This one knows how people say that something changed: they
name what changed ("my email"), or what is over ("sold the Clio"), or give a new amount of what was measured before. A
change that only says what is new ("前阵子换了三星") is a guess (`Verdict.guess`): it holds when one known memory fits.
"""

from __future__ import annotations

import re

from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.language.tokens import stem
from jiyi.policy import attributes, figures, values
from jiyi.policy.decide import whom
from jiyi.policy.decide.reading import Reading
from jiyi.policy.decide.verdict import Verdict
from jiyi.policy.tables import cues
from jiyi.policy.tables import succession as said
from jiyi.policy.tables.wording import CUT_ANYWHERE
from jiyi.records import Kind

FAR = 0.3  # similarity below which two sentences are not about one matter, whatever they share
NEAR = 0.45

# Slots of many values of which people mostly have one at a time: "I drive a Skoda now" speaks of the car.
MOSTLY_ONE = frozenset(
    """car device.phone device.computer tool.editor tool.browser tool.os tool.shell tool.package_manager commute bank
    sport.team subscription school employer job work.schedule residence housing medication major diet.style
    answer.length""".split()
)
# Slots of which there is always more than one: nothing takes the place of another.
SIDE_BY_SIDE = frozenset(
    """children parents siblings grandparents relatives family friend colleague pet allergy health.condition goal plan
    travel.visited experience certificate skill language fear identity possession diet.avoids dislike personality
    emergency.contact answer.topic notification travel.plan project company.finance ex""".split()
)
_SETTINGS = frozenset({"part", "week", "meal", "season", "ago", "per", "year"})
_WHEN = frozenset({"week", "meal", "season", "date", "weekday", "day", "month"})
_SAID_WHEN = frozenset({"ago", "week", "date", "weekday", "day", "month", "year", "part"})
_LOOSE_FIGURES = frozenset({"ago", "per", "year", "part"})
_TOPICS_OF_HABIT = frozenset({"habit", "use", "own", "taste", "plan", "goal", "skill", "pet", "code"})
# Doings that any two sentences may share.
_ANY_MATTER = frozenset(
    "need want use have get got go take make keep do work start stop try put give let look feel think know say tell see like love"
    " new old good way time thing stuff place day week month year lot bit usual alway never still now today yesterday tomorrow last next"
    " januari februari march april may june juli august septemb octob novemb decemb spring summer autumn fall winter"
    " monday tuesday wednesday thursday friday saturday sunday morn morning afternoon even evening night weekend".split()
)
_HAN_RUN = regex("[一-鿿]{2,}")
_EMPTY_HEADS = frozenset(
    "现在 我们 自己 每天 每周 每月 每年 时候 以后 今年 喜欢 时间 东西 里面 一个 已经 开始 准备 打算 最近 之前 在家 上的 的是 用的".split()
)


def judge_succession(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """An update, or None: what the new sentence names as changed, over or grown is what the old one told of."""
    if new.former or old.former or old.past or new.corrects or cues.ALSO.search(new.text):
        return None
    if not old.subject and whom.FOR_ANOTHER.search(new.text):
        return None
    if old.kind is Kind.STATE or (old.kind is Kind.INSTRUCTION) != (new.kind is Kind.INSTRUCTION):
        return None
    paused = said.PAUSED.search(new.text) is not None
    if not paused and (verdict := _over(new, old)):
        return verdict
    if similarity < FAR:
        one_topic = new.topics & old.topics - _TOPICS_OF_HABIT and not old.protected
        return _named(new, old, similarity) if one_topic and not paused else None
    if verdict := _ended(new, old):
        return verdict
    if (new.topics ^ old.topics) & {"goal"}:
        return None  # what is aimed at is not yet so
    if verdict := _grown(new, old, similarity):
        return verdict
    if paused or (old.protected and old.attribute != "medication"):
        return None
    return _named(new, old, similarity) or _in_its_place(new, old, similarity)


def names_a_change(text: str) -> bool:
    """Whether plain text names what has changed."""
    return any(x for x, _ in _changes(text))


def mentions(new: Reading, old: Reading) -> bool:
    """Whether a sentence names what another tells of: what changed, the old value, or the word both begin with."""
    if any(x and _tells_of(x, old) for x, _ in _changes(new.text)):
        return True
    if mentions_value(new, old):
        return True
    head = shared_heads(new.text, old.text)
    return bool(head) and _opening(new.text).startswith(head)


def mentions_value(new: Reading, old: Reading) -> bool:
    """Whether a sentence names the value of a memory."""
    return bool(old.value) and any(stands_in(name, new.text) for name in _value_names(old.value or ""))


def _opening(text: str) -> str:
    if has_han(text):
        return text
    return " ".join(stem(word) for word in re.sub(r"^(?:my|our|the) ", "", text).split(" "))


# --- called off for once ----------------------------------------------------------------------------------------


def judge_off_once(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """ "Cancelled yoga this week": a habit goes on."""
    if not said.OFF_ONCE.search(new.text) or not said.HABIT.search(old.text) or old.kind is Kind.EVENT:
        return None
    return Verdict("kin", similarity, "called off for once; it goes on")


# --- another dose -----------------------------------------------------------------------------------------------


def judge_redosed(new: Reading, old: Reading, _similarity: float) -> Verdict | None:
    """ "Doc upped the sertraline to 100mg": the same medicine of the same person, in another dose."""
    if not new.attribute == old.attribute == "medication" or new.subject != old.subject or new.negative or old.negative:
        return None
    same = said.medicines(new.text) & said.medicines(old.text)
    if not same or not said.DOSED.search(new.text) or said.doses(new.text) == said.doses(old.text):
        return None
    if said.ONCE.search(new.text) or not (said.doses(new.text) or said.MORE_OR_LESS.search(new.text)):
        return None  # another hour is no other dose, nor is one pill too many
    return Verdict("update", 0.9, f"another dose of {min(same)}", explicit=True)


# --- what is over -----------------------------------------------------------------------------------------------


def _over(new: Reading, old: Reading) -> Verdict | None:
    """ "Sold the Clio": the clause names the old value and says that it is gone."""
    if old.subject or old.kind is Kind.RELATIONSHIP or old.protected or old.negative:
        return None
    names = _value_names(old.value) if old.value else _telling_names(old)
    for clause in re.split(r"[,，;；。.](?!\d)", new.text):
        if old.attribute == "residence" and _TRIP.search(clause):
            continue  # "不去成都了": a journey there
        if said.OVER.search(clause) and any(_is_over(name, clause) for name in names):
            if new.subject:
                return None
            return Verdict("update", 0.85, f"{old.value or names[0]} is said to be over", explicit=True)
    return _old_one(new, old)


# "旧车卖掉了", "sold the old laptop": what one has of the sort is over, when one thing alone is known.
_OLD_ONE = regex(
    r"[旧老原](?:来)?的?(?P<zh>车子?|手机|电脑|笔记本)[^,，。]{0,3}(?:卖|送[人给了]|扔|报废|处理|回收|退)"
    r"|(?<![a-z])(?:sold|traded in|scrapped|gave away|got rid of|binned) (?:the|my|our) old (?P<en>car|van|truck|phone|laptop|computer)(?= (?:and|for|to|last|this|yesterday|today|on|in)(?![a-z])|$|[,.;!(])"
    r"|(?<![a-z])old (?P<en2>car|van|truck|phone|laptop|computer)(?:'s| is| was| got| has been)?(?: been)? (?:gone|sold|scrapped|dead|traded in)(?![a-z])"
)
_OF_SORT = {"car": ("车", "car", "van", "truck"), "device.phone": ("手机", "phone"), "device.computer": ("电脑", "笔记本", "laptop", "computer")}  # fmt: skip


def _old_one(new: Reading, old: Reading) -> Verdict | None:
    match = _OLD_ONE.search(new.text)
    if match is None or new.subject or old.kind is Kind.EVENT:
        return None
    thing = next(group for group in match.groups() if group).rstrip("子")
    if thing not in _OF_SORT.get(old.attribute or "", ()):
        return None
    return Verdict("update", 0.8, f"the old {thing} is said to be gone", explicit=True, guess=True)


_TRIP = regex(
    r"(?:不|没|别)(?:想|打算|准备|能|用)?去(?!住)|(?<![a-z])(?:trip|flight|going|visit|holiday|vacation)(?![a-z])"
)


def _telling_names(old: Reading) -> tuple[str, ...]:
    """Of a memory without a value: the names it holds, which no table knows."""
    names = old.so - values.known_concepts() - _COMMON
    return tuple(sorted(name for name in names if name in old.text and len(name) > 2 and not has_han(name)))


def _is_over(name: str, clause: str) -> bool:
    """Whether what is over in the clause is the named thing itself: "quit ballet", not "a new ballet teacher"."""
    if has_han(name):
        return (
            re.search(
                rf"{re.escape(name)}(?![房馆])[^,，。]{{0,3}}?(?:{_OVER})|{_LET_GO}{re.escape(name)}(?:$|[了的,，。])",
                clause,
            )
            is not None
        )
    return re.search(rf"(?<![a-z0-9]){re.escape(name)}(?:'s|s)?(?=$|[,.;!]| (?:{_AFTER})(?![a-z]))", clause) is not None


_OVER = said.OVER.pattern.split("|(?<![a-z])")[0]
_LET_GO = r"(?:不|没|别|卖|退|戒|扔|辞|换掉|取消|放弃|离开|告别|跟|和)[^,，。]{0,4}"
_AFTER = "and|so|but|for|last|this|in|on|at|because|is|was|died|lessons?|class(?:es)?|team|any|off|out|over|dead|gone|cancelled|finished|now|altogether|completely|entirely|itself|got|has|are|were|thing|after|when|since|to|with"


def _value_names(value: str) -> tuple[str, ...]:
    """The value, and in English its words that are names of something: "dell xps" -> dell, xps."""
    value = values.plain(value)
    if has_han(value):
        bare = _VERB.sub("", value)
        return tuple(
            name for name in dict.fromkeys((value, bare, *filter(has_han, values.things(value)))) if len(name) > 1
        )
    return tuple(word for word in re.findall(r"[a-z0-9][\w+#.-]+", value) if word not in _COMMON and len(word) > 2)


_VERB = regex("^(?:去|来|到|坐|骑|学|练|打|玩|看|养|吃|喝|听|做|备考|考)")
_COMMON = frozenset(
    """the for and with from phone laptop computer car team old new lessons lesson class exam test month year week day
    days next last year's two three four five six one next every morning evening night flying going trip job work on
    monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays sundays""".split()
)


def stands_in(name: str, text: str) -> bool:
    """Whether plain text has a name as a word of its own."""
    if has_han(name):
        return name in text
    return re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text) is not None


def _ended(new: Reading, old: Reading) -> Verdict | None:
    """What was going on has come to its end: "我还在打官司", "官司判了"."""
    if not said.GOING_ON.search(old.text) or said.GOING_ON.search(new.text):
        return None
    head = shared_heads(new.text, old.text)
    if head and said.CAME_TO_AN_END.search(new.text) and _opening(new.text).startswith(head):
        return Verdict("update", 0.75, f"{head} has come to its end", explicit=True)
    return None


# --- an amount that goes on --------------------------------------------------------------------------------------


def _grown(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """The same measure with another amount: the words of a thesis, the people of a team, the rent."""
    if new.labels != old.labels or not said.GREW.search(new.text):
        return None
    other = _amounts(old)
    if len(other) != 1:
        return None
    old_kind, old_amount = next(iter(other))
    mine = [figure for figure in _amounts(new) if figure[0] == old_kind] or list(_amounts(new))
    if len(mine) != 1:
        return None
    kind, amount = mine[0]
    comparable = kind == old_kind or "number" in (kind, old_kind)
    if not comparable or amount == old_amount:
        return None
    if _settings(new) - _settings(old):
        return None
    named = next((x for x, _ in _changes(new.text) if x and _tells_of(x, old)), "")
    shared = named or shared_heads(new.text, old.text)
    counted = kind == old_kind == "child" and not new.subject and not old.subject
    if not shared and not counted and not (new.subject and new.subject == old.subject and not new.claims):
        return None
    keeps = old.so <= new.so and not new.negative
    return Verdict("update", 0.8, f"{shared or kind}: another amount now", keeps=keeps)


def _amounts(reading: Reading) -> frozenset[figures.Figure]:
    return frozenset((k, v) for k, v in reading.figures if k not in _LOOSE_FIGURES | _WHEN)


def _settings(reading: Reading) -> set[str]:
    return {kind for kind, _ in reading.figures} & {"week", "meal", "season"}


# --- what is named as changed -----------------------------------------------------------------------------------


def _named(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """ "I've moved my email to …", "邮箱我换成…": what changed is named, and the old sentence tells of it."""
    for x, y in _changes(new.text):
        if (
            {kind for kind, _ in figures.of(y.partition("(")[0])} - _SAID_WHEN
            and not old.figures
            and not _NUMERAL.search(old.text)
        ):
            continue  # an amount where there was none is news
        person = new.subject and (has_han(x) or not new.claims) and not figures.clash(new.figures, old.figures)
        if new.subject and new.slots and not new.slots & old.slots and not new.topics & old.topics:
            continue  # that a cousin moved says nothing of her children
        left = _LEFT.sub("", x)
        if left != x and left.isascii() and left.casefold() not in old.text:
            continue  # "从 fly.io 迁到 AWS": what is not named stays
        if x and not person and _tells_of(x, old) and _own_things(new, old) and y.strip():
            return Verdict("update", 0.8, f"{x.strip()} is said to have changed")
    return None


_LEFT = regex(r"^(?:从|from )\s*")


def _changes(text: str) -> list[tuple[str, str]]:
    found = []
    for pattern in (said.NAMED_ZH,) if has_han(text) else (said.NAMED_EN,):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            x = groups.get("x") or groups.get("x2") or groups.get("x3") or ""
            y = groups.get("y") or groups.get("y2") or groups.get("y3") or ""
            found.append((x.strip(), y.strip()))
    return found


def _tells_of(x: str, old: Reading) -> bool:
    """Whether the old sentence tells of what the words name: by their last word, or by the slot that they name."""
    if has_han(x):
        x = x.rpartition("把")[2].rstrip("的了")
        if len(x) == 1 and x in old.text:
            return True
        if any(x[-size:] in old.text for size in range(min(len(x), 6), 1, -1)):
            return True
    else:
        words = [stem(word) for word in re.findall("[a-z]+", x)]
        if not words:
            return False
        if words[-1] in {stem(word) for word in re.findall("[a-z]+", old.text)} - {stem(w) for w in _PRONOUNS}:
            return True
    slot = attributes.get(old.attribute)
    if slot is None or not (slot.single or slot.name in MOSTLY_ONE):
        return False
    called = "|".join(slot.words["zh" if has_han(x) else "en"])
    return re.search(f"(?:{called})$", x) is not None


_NUMERAL = regex(r"[\d二三四五六七八九十百千万两]")
_PRONOUNS = ("i", "my", "me", "we", "our", "it", "is", "the", "a", "you", "to", "in", "on")


def _own_things(new: Reading, old: Reading) -> bool:
    """Both say something that the other does not: a value on each side."""
    mine, other = new.so - old.so, old.so - new.so
    return bool(mine or new.figures - old.figures) and bool(other or old.figures - new.figures or old.value)


# --- what is only said to be new --------------------------------------------------------------------------------


def _in_its_place(new: Reading, old: Reading, similarity: float) -> Verdict | None:
    """ "I use Zed now instead", "前阵子换了三星": another thing of the same sort."""
    strong, now = said.INSTEAD.search(new.text) is not None, said.NOW.search(new.text) is not None
    if not (strong or now) or (new.negative != old.negative and not strong):
        return None
    if any(x for x, _ in _changes(new.text)) and not any(x and _tells_of(x, old) for x, _ in _changes(new.text)):
        return None  # it names what changed, and that is not this
    if {k for k, _ in new.figures} & _SETTINGS - {k for k, _ in old.figures} - {"ago", "year", "per"}:
        return None
    if not _own_things(new, old) or old.attribute in SIDE_BY_SIDE:
        return None
    if old.negative or (_amounts(old) and not _amounts(new)):
        return None
    one_slot = bool(new.attribute and new.attribute == old.attribute and old.attribute != "medication")
    one_slot = one_slot or prescribed(new, old)
    topics = (new.topics & old.topics) - _TOPICS_OF_HABIT
    if one_slot and (old.attribute in MOSTLY_ONE or (strong and (topics or similarity >= NEAR))):
        return Verdict("update", 0.75, f"{old.attribute}: another one now", guess=True)
    if now and similarity >= 0.6 and new.kind is old.kind and _same_way(new, old):
        return Verdict("update", 0.7, "taken otherwise now", guess=True)
    if strong and similarity >= 0.55 and new.figures and new.figures == old.figures:
        return Verdict("update", 0.7, "another one at the same time of day", guess=True)
    if strong and topics and (new.attribute is None or old.attribute is None or similarity >= NEAR):
        return Verdict("update", 0.7, f"{', '.join(sorted(topics))}: another one now", guess=True)
    return None


def _same_way(new: Reading, old: Reading) -> bool:
    """The same thing to eat or drink, taken with or without something else: "tea with milk", "tea black"."""
    return bool(new.topics & old.topics & {"drink", "food"} and new.so & old.so & values.known_concepts())


def prescribed(new: Reading, old: Reading) -> bool:
    """Whether a sentence tells of a medicine by who gave it, beside a memory of a medicine."""
    return old.attribute == "medication" and said.PRESCRIBED.search(new.text) is not None


def shared_heads(first: str, second: str) -> str:
    """The longest word that both texts have; "" when they have none that means something."""
    if has_han(first) and has_han(second):
        return _longest_common(first, second)
    if has_han(first) or has_han(second):
        return ""
    common = {stem(w) for w in values.things(first) if not w.isdigit()} & {stem(w) for w in values.things(second)}
    return max(common - _ANY_MATTER, key=len, default="")


def _longest_common(first: str, second: str) -> str:
    best = ""
    text = figures.without(second)
    for run in _HAN_RUN.findall(CUT_ANYWHERE.sub(" ", figures.without(first))):
        for start in range(len(run)):
            for end in range(len(run), start + max(1, len(best)), -1):
                piece = run[start:end]
                if piece in text and piece not in _EMPTY_HEADS:
                    best = piece
                    break
    return best
