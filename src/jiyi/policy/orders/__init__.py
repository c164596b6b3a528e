"""Orders to forget, and questions about what is known, as they are said in conversation.

An order is what asks the assistant itself to forget: "把关于我公司财务的信息都忘了", "erase my address". "别忘了带伞",
"I forgot my keys", "forget it" and "delete the second paragraph" are none.
"""

from __future__ import annotations

from dataclasses import replace

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.orders.clauses import clauses
from jiyi.policy.orders.kinds import Order, Scope
from jiyi.policy.orders.oblique_en import oblique_en
from jiyi.policy.orders.oblique_zh import REMARKED, oblique_zh
from jiyi.policy.orders.own_message import own_message
from jiyi.policy.orders.plain_en import english, named
from jiyi.policy.orders.plain_zh import chinese
from jiyi.policy.selection import Selection, select
from jiyi.policy.tables.removal import ERASE_EN, GONE_EN, KEEP_EN, KEPT_EN, LOOSE_EN, MIND_EN
from jiyi.policy.topic import concepts, people

LONGEST = 600  # characters; of a longer message only its first and last sentences can be an order
EDGE = 200
QUOTED = regex(
    r"“[^”]{0,200}”|「[^」]{0,200}」|『[^』]{0,200}』|《[^》]{0,80}》|\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`|```[\s\S]{0,2000}?```"
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
SENTENCE = regex(r"[^。！？!?\n；;]+[。！？!?\n；;]*")


def order(text: str) -> Order | None:
    """The order to forget, or the question about what is known, that a message holds; None when it holds none.

    Never raises. Quoted text is not an order. When a message holds several, the first counts. An order that is not
    `certain` is one only if something that is known is meant by it.
    """
    seen = shadow(text).replace("’", "'")
    if len(seen) > LONGEST:
        seen = seen[:EDGE] + "\n" + seen[-EDGE:]
        text = text[:EDGE] + "\n" + text[-EDGE:]
    if not TRIGGER.search(seen):
        return None
    whole, seen = seen, QUOTED.sub(lambda quoted: "…" * len(quoted[0]), seen)
    if own_message(seen, text):
        return Order(kind="forget", scope="this")
    found = _outright(seen, text)
    if found is None or (found.kind == "forget" and (found.scope == "last" or POINTING.search(found.about))):
        found = _oblique(seen, text) or found
    if found is not None and found.scope == "last" and _tells(seen):
        return replace(found, scope="this")
    if found is not None and (match := REMARKED.match(found.about)) is not None and REMARK.match(match["rest"]):
        found = replace(found, about=match["x"])
    if found is not None and "……" in found.about and (quoted := QUOTED.search(whole)) is not None:
        return replace(found, about=quoted[0][1:-1].strip())
    return found


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


def _oblique(seen: str, text: str) -> Order | None:
    parts = clauses(seen, text)
    return (oblique_zh(parts) if has_han(seen) else None) or oblique_en(parts)


PRONOUN = regex(r"她|他|它|ta|him|her|them|she|he|they")


def _resolved(found: Order, seen: str) -> Order:
    """ "我和女朋友分手了，把她的事都忘掉": the person that a pronoun stands for, if the message names one before it."""
    if not PRONOUN.fullmatch(found.about):
        return found
    persons = (*people(), *(concept for concept in concepts() if concept.person))
    named = [match for person in persons for match in person.called.finditer(seen[: seen.rfind(found.about)])]
    return replace(found, about=max(named, key=lambda match: (match.end(), -match.start()))[0]) if named else found


__all__ = ["Order", "Scope", "Selection", "order", "select"]
