"""Orders to forget, and questions about what is known, as they are said in conversation.

An order is what asks the assistant itself to forget: "把关于我公司财务的信息都忘了", "erase my address". "别忘了带伞",
"I forgot my keys", "forget it" and "delete the second paragraph" are none.
"""

from __future__ import annotations

import re
from dataclasses import replace

from jiyi.language.normalize import shadow
from jiyi.language.regex import regex
from jiyi.language.script import has_han
from jiyi.policy.orders.kinds import Order, Scope
from jiyi.policy.orders.plain_en import english, named
from jiyi.policy.orders.plain_zh import chinese
from jiyi.policy.selection import Selection, select
from jiyi.policy.topic import concepts, people

LONGEST = 600  # characters; of a longer message only its first and last sentences can be an order
EDGE = 200
QUOTED = regex(
    r"“[^”]{0,200}”|「[^」]{0,200}」|『[^』]{0,200}』|《[^》]{0,80}》|\"[^\"\n]{0,200}\"|`[^`\n]{0,200}`|```[\s\S]{0,2000}?```"
)
SENTENCE = regex(r"[^。！？!?\n；;]+[。！？!?\n；;]*")


def order(text: str) -> Order | None:
    """The order to forget, or the question about what is known, that a message holds; None when it holds none.

    Never raises. Quoted text is not an order. When a message holds several, the first counts.
    """
    seen = shadow(text).replace("’", "'")
    if len(seen) > LONGEST:
        seen = seen[:EDGE] + "\n" + seen[-EDGE:]
        text = text[:EDGE] + "\n" + text[-EDGE:]
    if not re.search(
        r"[忘删清抹擦移去销记存留知了当撤列]|有我|里关|forget|unlearn|delet|eras|remov|wipe|clear|purge|scrub|drop|discard|rid of|throw|remember|memor|stor|sav|keep|record|retain|hold|not[ei]|know|what|about me|pretend|mention|consent|out of your|track|deleted",
        seen,
    ):
        return None
    seen = QUOTED.sub(lambda quoted: "…" * len(quoted[0]), seen)
    for part in SENTENCE.finditer(seen):
        sentence = part[0].strip()
        found = chinese(sentence) if has_han(sentence) else None
        if found is None:
            found = english(sentence) or named(sentence, text[part.start() : part.end()].strip())
        if found is not None:
            return _resolved(found, seen)
    return None


PRONOUN = regex(r"她|他|它|ta|him|her|them|she|he|they")


def _resolved(found: Order, seen: str) -> Order:
    """ "我和女朋友分手了，把她的事都忘掉": the person that a pronoun stands for, if the message names one before it."""
    if not PRONOUN.fullmatch(found.about):
        return found
    persons = (*people(), *(concept for concept in concepts() if concept.person))
    named = [match for person in persons for match in person.called.finditer(seen[: seen.rfind(found.about)])]
    return replace(found, about=max(named, key=lambda match: (match.end(), -match.start()))[0]) if named else found


__all__ = ["Order", "Scope", "Selection", "order", "select"]
