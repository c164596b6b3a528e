"""Train the learned gate of extraction: whether a clause that the second witness hears something in should be kept.

    python scripts/train_keeping.py         # writes src/jiyi/models/weights/keeping.npz and prints the scores

It learns clauses with their messages: the sentences of `scripts/head`, the cases of `tests/data/extraction_dev.jsonl`
and `extraction_held.jsonl`, and those of strangers in `tests/data/fresh` (`clauses_*.tsv`, `extraction.jsonl`, `_2`,
`_3`, `_4`, and talk with friends and assistants, `talk_*.jsonl`; never `_5`, nor `aside/`). A stranger's clause
counts as several. What the witness says of a sentence that it learned from is asked of one that did not. Where a
message should make a memory, only the clause that holds its words is learned, and none of the others; of talk each
clause is. The same files give the same weights. Scores are on the clauses of an author from whom nothing was learned,
of those in which no pattern finds anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import train_head
from jiyi.language.script import has_han
from jiyi.models import change, keeping, witness
from jiyi.policy import gate
from jiyi.policy.candidate import Heard
from jiyi.policy.extract import extract
from jiyi.policy.extract.builds import KEEP, least_worth
from jiyi.policy.extract.opinion import Opinion
from jiyi.policy.extract.telling import only_tells
from jiyi.policy.extract.tongue import tongue_of
from jiyi.policy.tables import talk
from train_orders import steady

DATA = Path(__file__).parent.parent / "tests" / "data"
TARGET = Path(__file__).parent.parent / "src" / "jiyi" / "models" / "weights" / "keeping.npz"
SAID_AT = datetime(2026, 3, 18, 9, 30, tzinfo=UTC)
CASES = ("extraction_dev", "extraction_held", "fresh/extraction", "fresh/extraction_2", "fresh/extraction_3")
STRANGERS = (
    "fresh/clauses",
    "fresh/extraction",
    "fresh/extraction_2",
    "fresh/extraction_3",
    "fresh/extraction_4",
    "fresh/talk",
)
COUNTS = 4  # times that a stranger's clause is learned
PARTS = 3  # heads of the witness that each learn from the others' sentences
LEFT = ("none", "state")

Bits = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Example:
    """A clause of a message, whether it should be kept, and the file of its author."""

    heard: Heard
    clause: str
    keep: bool
    author: str


def clauses(heard: Heard, author: str, label: str) -> Iterator[Example]:
    """The clauses of a message with one label: its first of what is kept, all of what is left."""
    for place, one in enumerate(gate.read(heard.text)):
        if not one.left and (place == 0 or label in LEFT):
            yield Example(heard, one.text, label not in LEFT, author)


def sentences() -> Iterator[Example]:
    for label, text, _ in train_head.sentences():
        yield from clauses(Heard(text=text, said_at=SAID_AT), "scripts/head", label)
    for language in ("en", "zh"):
        for line in (DATA / "fresh" / f"clauses_{language}.tsv").read_text("utf-8").splitlines():
            label, text = line.split("\t")
            if label != "state":
                yield from clauses(Heard(text=text, said_at=SAID_AT), "fresh/clauses", label)


def cases() -> Iterator[Example]:
    for author in (*CASES, "fresh/extraction_4"):
        for line in (DATA / f"{author}.jsonl").read_text("utf-8").splitlines():
            case = json.loads(line)
            heard = last(case["turns"])
            if case["may"] and not case["expect"]:
                continue
            for one in gate.read(heard.text):
                keep = any(all(word.lower() in one.text.lower() for word in e["all"]) for e in case["expect"])
                if not one.left and (keep or not case["expect"]):
                    yield Example(heard, one.text, keep, author)


def talk_of_many() -> Iterator[Example]:
    """Messages of several clauses, each of which is kept or left."""
    for language in ("en", "zh"):
        for line in (DATA / "fresh" / f"talk_{language}.jsonl").read_text("utf-8").splitlines():
            told = json.loads(line)
            for one in gate.read(told["text"]):
                keep = any(one.text in words or words in one.text for words in told["keep"])
                if not one.left:
                    yield Example(Heard(text=told["text"], said_at=SAID_AT), one.text, keep, "fresh/talk")


def last(turns: Sequence[dict[str, str]]) -> Heard:
    """The last user message of a case, with what was said before it."""
    before = answered = ""
    heard = Heard(text="", said_at=SAID_AT)
    for turn in turns:
        if turn["role"] == "assistant":
            answered = turn["content"]
            continue
        heard = Heard(text=turn["content"], said_at=SAID_AT, before=before, answered=answered)
        before, answered = turn["content"], ""
    return heard


def not_learned() -> dict[str, Opinion]:
    """What the witness says of its own sentences, by a head that did not learn from them."""
    own = train_head.sentences()
    x = train_head.embedded([text for _, text, _ in own])
    y = np.array([train_head.LABELS.index(label) for label, _, _ in own])
    chances = train_head.kept_aside(own, x, y, PARTS)
    return {text: witness.opinion(row, train_head.LABELS) for (_, text, _), row in zip(own, chances, strict=True)}


def rows(examples: Sequence[Example], said: dict[str, Opinion]) -> tuple[NDArray[np.float64], Bits]:
    """The features of the examples, and whether the builds alone would keep each."""
    asked = [keeping.texts(one.heard, [one.clause]) for one in examples]
    texts = sorted({text for some in asked for text in some})
    vectors = dict(zip(texts, train_head.embedded(texts), strict=True))
    made, bars = [], []
    for one, some in zip(examples, asked, strict=True):
        beside = np.stack([vectors[text] for text in some])
        opinion = said.get(one.clause) or witness.opinions([one.clause], beside[:1])[one.clause]
        made.append(keeping.rows(one.heard, {one.clause: opinion}, beside)[1])
        bars.append(by_builds(one, opinion))
    return np.vstack(made).astype(np.float64), np.array(bars)


def by_builds(one: Example, opinion: Opinion) -> bool:
    read = gate.read(one.heard.text)
    clause = next(clause for clause in read if clause.text == one.clause)
    seen = clause.seen[tongue_of(clause.seen).fillers(clause) :]
    return opinion.worth >= least_worth(seen, opinion, telling=only_tells(one.heard.text, read))


def unfound(one: Example) -> bool:
    """Whether the patterns find nothing in a clause, so that the witnesses are asked."""
    return any(left.quote == one.clause and left.reason == talk.NOTHING for left in extract(one.heard).left)


def fitted(x: NDArray[np.float64], y: Bits, times: NDArray[np.int64]) -> change.Head:
    use = np.repeat(np.arange(len(x)), times)
    return steady(x[use], y[use])


def told(name: str, kept: Bits, y: Bits) -> str:
    return f"{name} {y[kept].mean():.2f} / {kept[y].mean():.2f}"


def main() -> None:
    examples = [*sentences(), *cases(), *talk_of_many()]
    x, bars = rows(examples, not_learned())
    y = np.array([one.keep for one in examples])
    author = np.array([one.author for one in examples])
    times = np.where(np.isin(author, STRANGERS), COUNTS, 1)
    print(f"{len(examples)} clauses, {y.sum()} of them to keep")
    fitted(x, y, times).save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} KB")
    han = np.array([has_han(one.clause) for one in examples])
    for name in STRANGERS:
        here = author == name
        chance = np.zeros(len(x))
        chance[here] = fitted(x[~here], y[~here], times[~here]).chances(x[here].astype(np.float32))
        asked = here & np.array([own and unfound(one) for own, one in zip(here, examples, strict=True)])
        for language, of in (("en", asked & ~han), ("zh", asked & han)):
            scores = [told(f"{at}:", chance[of] >= at, y[of]) for at in (0.5, 0.7, 0.8, KEEP, 0.95)]
            print(
                f"{name} {language}, {of.sum()} clauses (precision / recall): "
                f"{told('by builds', bars[of], y[of])}; {', '.join(scores)}",
                flush=True,
            )
    by_message(examples, x, y, author, times, han)


def by_message(
    examples: Sequence[Example],
    x: NDArray[np.float64],
    y: Bits,
    author: NDArray[np.str_],
    times: NDArray[np.int64],
    han: Bits,
) -> None:
    """Scores on talk, each message judged by a gate that did not learn from it but from others of the same author."""
    talk = np.flatnonzero(author == "fresh/talk")
    messages = sorted({examples[place].heard.text for place in talk})
    part = dict(zip(np.random.default_rng(0).permutation(messages), range(len(messages)), strict=True))
    part_of = np.full(len(x), -1)
    part_of[talk] = [part[examples[place].heard.text] % PARTS for place in talk]
    chance = np.zeros(len(x))
    for number in range(PARTS):
        here = part_of == number
        chance[here] = fitted(x[~here], y[~here], times[~here]).chances(x[here].astype(np.float32))
    asked = np.array([one >= 0 and unfound(example) for one, example in zip(part_of, examples, strict=True)])
    for language, of in (("en", asked & ~han), ("zh", asked & han)):
        scores = [told(f"{at}:", chance[of] >= at, y[of]) for at in (0.5, KEEP, 0.7, 0.8, 0.9)]
        print(f"talk {language}, by message (precision / recall): {', '.join(scores)}", flush=True)


if __name__ == "__main__":
    main()
