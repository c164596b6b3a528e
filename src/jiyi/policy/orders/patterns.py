"""What patterns say of a message: the order to forget, or the question about what is known, that it holds."""

from __future__ import annotations

from dataclasses import replace

from jiyi.language.memo import memo
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.orders.all_but import all_but, but_for
from jiyi.policy.orders.clauses import clauses
from jiyi.policy.orders.cues import OF_MEMORY, folded
from jiyi.policy.orders.kinds import Order
from jiyi.policy.orders.oblique_en import MADE_UP, oblique_en
from jiyi.policy.orders.oblique_zh import MADE_UP_ZH, REMARKED, oblique_zh
from jiyi.policy.orders.own_message import own_message
from jiyi.policy.orders.placed import placed
from jiyi.policy.orders.plain_en import english, named, topic_en
from jiyi.policy.orders.plain_zh import MIXED, chinese
from jiyi.policy.orders.pointed import left, pointed
from jiyi.policy.orders.spared import spared
from jiyi.policy.tables.removal import ERASE_EN, GONE_EN, KEEP_EN, KEPT_EN, LOOSE_EN, MIND_EN
from jiyi.policy.topic import concepts, people

LONGEST = 600  # characters; of a longer message only its first and last sentences can be an order
EDGE = 200
QUOTED = regex(
    r"“[^”]{0,200}”|「[^」]{0,200}」|『[^』]{0,200}』|《[^》]{0,80}》|\"[^\"\n]{0,200}\"|(?:(?<=[\s:,(：，])|^)'(?=[^\s'])(?:[^'\n]|(?<=[a-z])'(?=[a-z])){1,200}'(?=$|[\s.,;!?)。，])|`[^`\n]{0,200}`|```[\s\S]{0,2000}?```"
)
TRIGGER = regex(
    r"[忘删清抹擦移去销记存留知了当撤列划勾剔除消丢扔废拿剪摘掉要提装放写收埋洗整弄搞打隐涂]|有我|里关|what|memor|reset|throw|clear|track|show|tell|about me|gone| go(?:es)?\b|forgo|deleted|erased|removed|wiped|dropped|never|as if|out of|\boff\b|pretend|mention|consent|happen|act |know|hear|vanish|disappear|nothing|trace|between|之间|this down|"
    rf"{MIND_EN}|{ERASE_EN}|{LOOSE_EN}|{KEEP_EN}|{KEPT_EN}|{GONE_EN}"
)
POINTING = regex(r"(?<![a-z])(?:it|that|him|her|them)$|^(?:她|他|它)?$")
EARLIER = regex(
    r"\b(?:just|last|previous|earlier|before|above|said|told|sent|wrote)\b|刚才|刚刚|上[一条句面个]|前面|之前|说过|的话"
)
TELLS = regex(
    r"^(?:i|i'm|i've|my|we|we're|our)\b(?! (?:don't|do not|want|would|need|take back|asked|changed|mean|prefer)).{8,}|^我(?!不(?:想|希望|要)|希望|想让|要你|想你|说|改).{3,}"
)
REMARK = regex(r"[^的]{2,}$")  # what is said of a thing after its mark: "中奖的事烂在肚子里"
# What comes after the topic: what shall stay, or a clause of its own that gives a reason.
BESIDES = regex(
    r"[,;]? (?:but|though|just|only) (?:not|keep|leave)\b.*$|, (?:it's|that's|they're|i'm|we're|i've|i don't|i can't|it was|he's|she's)\b.*$|, (?:(?:my|our|his|her|their|the|some)(?: [a-z'-]+){1,2}|i|we|he|she|it|they|people|someone) (?:all |both |also |always |might |could |can |will |would |don't |do not )?"
    r"(?:use|see|look|read|share|know|want|need|like|find|check|think|feel|is|are|was|has|have|got|gets)s?\b.*$"
)
EXCEPT = regex(r"[,，]? ?(?:(?<![a-z])(?:except|apart from|other than|but)(?![a-z])|除了?)")
TO_TRANSLATE = regex(
    r"(?:请|帮我|把)?(?:翻译|translate)[^:：\n]{0,24}[:：]|(?:小说|故事|剧本|in (?:the|my|a) (?:novel|story|play|film|movie|song))[^:：\n]{0,24}[:：]"
)
SHORT_YOU = regex(r"(?<![\w.&'-])u(?![\w.&'-])")
SENTENCE = regex(r"[^。！？!?\n；;]+[。！？!?\n；;]*")


@memo(256)
def by_patterns(text: str) -> Order | None:
    """The order or question that a message holds, as far as patterns see; None when they see none. Never raises.

    Quoted text is not an order. When a message holds several, the first counts.
    """
    seen = folded(text)
    if len(seen) > LONGEST:
        seen = seen[:EDGE] + "\n" + seen[-EDGE:]
        text = text[:EDGE] + "\n" + text[-EDGE:]
    if not TRIGGER.search(seen):
        return None
    if SHORT_YOU.search(seen) and not has_han(seen):
        seen, text = SHORT_YOU.sub("you", seen), ""
    whole, seen = seen, _unquoted(seen)
    if (found := all_but(seen) or placed(seen)) is not None:
        return found
    if own_message(seen, text):
        return Order(kind="forget", scope="this")
    found = None if TO_TRANSLATE.match(seen) else _outright(seen, text)
    if found is None or (found.kind == "forget" and (found.scope == "last" or POINTING.search(found.about))):
        found = _oblique(seen, text) or found
    if found is not None and found.scope == "last" and _tells(seen):
        return replace(found, scope="this")
    return None if found is None else _put_right(found, whole)


def believed(text: str) -> Order | None:
    """The same of a message that another witness holds for an order: nearly any wording is followed. Where none says
    what is meant, the words that no order has are taken for it; the order is doubted unless it speaks of memory."""
    whole = folded(text)
    seen = _unquoted(whole)
    if MADE_UP.search(seen) or MADE_UP_ZH.search(seen):
        return None
    found = _oblique(seen, text, believed=True)
    about = "" if found is None else left(found.about)
    if found is None or not about:
        about = pointed(clauses(seen, text)) or ("……" if QUOTED.search(whole) else "")
        found = Order(kind="forget", scope="about", certain=False, doubted=not OF_MEMORY.search(seen))
    return _put_right(replace(found, about=about), whole) if about else None


def topic_of(about: str) -> Order:
    """The order that a topic given by hand comes to: "my sister except her birthday", "everything but my name"."""
    seen = folded(about)
    if stays := but_for(seen):
        return Order(kind="forget", scope="all", spared=stays)
    if (order := all_but(seen)) is not None:
        return order
    whole = Order(kind="forget", scope="about", about=about)
    return (_put_right(replace(whole, about=seen), seen) or whole) if spared(seen) else whole


def _unquoted(seen: str) -> str:
    return QUOTED.sub(lambda quoted: "…" * len(quoted[0]), seen)


def _put_right(found: Order, whole: str) -> Order | None:
    """A topic without a remark on it, and with the words that were quoted. Where all that a topic names shall stay, and
    `all_but` saw no order in it, nothing is said to go: None."""
    if (match := REMARKED.match(found.about)) is not None and REMARK.match(match["rest"]):
        found = replace(found, about=match["x"])
    about = BESIDES.sub("", found.about)
    if about and about != found.about:
        found = replace(found, about=about if has_han(about) else topic_en(about) or about)
    if found.kind == "forget" and found.scope == "about" and (stays := spared(whole)):
        if stays in found.about and not EXCEPT.split(found.about, maxsplit=1)[0].strip():
            return None
        found = replace(found, spared=stays, about=_without(found.about, stays))
    if "……" in found.about and (quoted := QUOTED.search(whole)) is not None:
        return replace(found, about=quoted[0][1:-1].strip())
    return found


def _without(about: str, stays: str) -> str:
    """A topic without what shall stay, where its words run on into that."""
    return EXCEPT.split(about, maxsplit=1)[0].strip() or about if stays in about else about


def _tells(seen: str) -> bool:
    """Whether a message tells something itself before it says that this shall not be kept."""
    parts = clauses(seen, "")
    return len(parts) > 1 and not EARLIER.search(seen) and any(TELLS.match(part.seen) for part in parts[:-1])


def _outright(seen: str, text: str) -> Order | None:
    for part in SENTENCE.finditer(seen):
        sentence = part[0].strip()
        found = chinese(sentence) if has_han(sentence) else None
        if found is None:
            found = english(sentence) or named(sentence, text[part.start() : part.end()].strip())
        if found is not None:
            return _resolved(found, seen)
    return None


def _oblique(seen: str, text: str, believed: bool = False) -> Order | None:
    if has_han(seen) and MIXED.search(seen):
        seen, text = MIXED.sub(lambda verb: "忘掉" if verb[0][0] in "fu" else "删掉", seen), ""
    parts = clauses(seen, text)
    if MADE_UP_ZH.search(seen):
        return None
    return (oblique_zh(parts, believed) if has_han(seen) else None) or oblique_en(parts, believed)


PRONOUN = regex(r"她|他|它|ta|him|her|them|she|he|they")


def _resolved(found: Order, seen: str) -> Order:
    """ "我和女朋友分手了，把她的事都忘掉": the person that a pronoun stands for, if the message names one before it."""
    if not PRONOUN.fullmatch(found.about):
        return found
    persons = (*people(), *(concept for concept in concepts() if concept.person))
    named = [match for person in persons for match in person.called.finditer(seen[: seen.rfind(found.about)])]
    return replace(found, about=max(named, key=lambda match: (match.end(), -match.start()))[0]) if named else found
