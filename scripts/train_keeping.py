"""Train the learned gate of extraction: whether a clause that the second witness hears something in should be kept.

    python scripts/train_keeping.py         # writes src/jiyi/models/weights/keeping.npz and prints the scores

It learns clauses with their messages: the sentences of `scripts/head`, what is left of `scripts/keeping` (plain remarks
that say nothing lasting), the cases of `tests/data/extraction_dev.jsonl` and `extraction_held.jsonl`, and those of
strangers in `tests/data/fresh` (`clauses_*.tsv`, `extraction*.jsonl`, and talk with friends and assistants,
`talk_*.jsonl`). A stranger's clause counts as several. To them come the plain statements that revisions, pairs and
orders to forget are made of: all of them are worth keeping. Never learned from are `_5` and `aside/`. What the witness
says of a sentence that it learned from is asked of one that did not. Where a message should make a memory, only the
clause that holds its words is learned, and none of the others; of talk each clause is. The same files give the same
weights. Scores are on the clauses of authors from whom nothing was learned, of those in which no pattern finds
anything.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

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
CASES = ("extraction_dev", "extraction_held")
CASES_OF = ("", "_2", "_3", "_4", "_6", "_7", "_9", "_10")  # the strangers, by the end of their files' names
STRANGERS = ("fresh/clauses", "fresh/talk", *(f"fresh/extraction{one}" for one in CASES_OF))
REVISED = ("revision_dev", "revision_held", "revision_pairs", *(f"fresh/revision{one}" for one in (*CASES_OF, "_8")))
TOLD = tuple(f"fresh/forget{one}" for one in CASES_OF)
PAIRS = ("fresh/pairs", "pairs_train")
REMARKS = "scripts/keeping"
# Files by author that are judged together, by a gate that learned nothing of them.
FOLDS = tuple(
    frozenset((*(f"fresh/{form}{one}" for form in ("extraction", "revision", "forget") for one in ends), more))
    for *ends, more in (
        ("", "_6", ""),
        ("_2", "_7", "fresh/pairs"),
        ("_4", "_9", ""),
        ("_8", "_10", "pairs_train"),
        ("_3", "fresh/clauses"),
    )
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
    for author in (*CASES, *(f"fresh/extraction{one}" for one in CASES_OF)):
        for case in lines(author):
            heard = last(case["turns"])
            if case["may"] and not case["expect"]:
                continue
            for one in gate.read(heard.text):
                keep = any(all(word.lower() in one.text.lower() for word in e["all"]) for e in case["expect"])
                if not one.left and (keep or not case["expect"]):
                    yield Example(heard, one.text, keep, author)


def lines(author: str) -> list[dict[str, Any]]:
    file = DATA / f"{author}.jsonl"
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()] if file.exists() else []


def remarks() -> Iterator[Example]:
    """Plain remarks that say nothing lasting of the user: on the world, the moment, a task, what others like."""
    for language in ("en", "zh"):
        for text in (Path(__file__).parent / "keeping" / f"left_{language}.txt").read_text("utf-8").splitlines():
            yield from clauses(Heard(text=text, said_at=SAID_AT), REMARKS, LEFT[0])


def statements() -> Iterator[Example]:
    """The statements that other cases are made of, each once: what is told, changed or beside it is worth keeping."""
    seen: set[str] = set()
    for text, words, author in told_of():
        if text not in seen:
            seen.add(text)
            yield from kept_clauses(Heard(text=text, said_at=SAID_AT), words, author)


def told_of() -> Iterator[tuple[str, list[str], str]]:
    """(statement, words of the clauses that should be kept, or none where that is the first, author)."""
    for author in REVISED:
        for case in lines(author):
            yield case["first"], [*case["current_has"], *case["current_lacks"]], author
            news = [word for word in case["current_has"] if word not in case["first"]]
            if any(word in case["second"] for word in news) or case.get("relation") == "same":
                yield case["second"], news, author
    for author in PAIRS:
        for case in lines(author):
            yield case["first"], [], author
            if not case.get("hint"):
                yield case["second"], [], author
    for author in TOLD:
        for case in lines(author):
            yield from ((said, [*case["gone"], *case["stay"]], author) for said in case["said"])


def kept_clauses(heard: Heard, words: Sequence[str], author: str) -> Iterator[Example]:
    """The clauses of a statement with one of the words in them. A statement of one clause is kept whole; where no words
    are given, it is the first."""
    read = gate.read(heard.text)
    if len(read) == 1 or not words:
        chosen = read[:1]
    else:
        chosen = tuple(one for one in read if any(word.lower() in one.text.lower() for word in words))
    yield from (Example(heard, one.text, True, author) for one in chosen if not one.left)


def talk_of_many() -> Iterator[Example]:
    """Messages of several clauses, each of which is kept or left."""
    for language in ("en", "zh"):
        for told in lines(f"fresh/talk_{language}"):
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
    """Share of what should be kept that is, and of what should be left."""
    shares = [f"{kept[of].mean():.2f}" if of.any() else "-" for of in (y, ~y)]
    return f"{name} {' / '.join(shares)}"


def main() -> None:
    examples = [*sentences(), *cases(), *remarks(), *statements(), *talk_of_many()]
    x, bars = rows(examples, not_learned())
    y = np.array([one.keep for one in examples])
    author = np.array([one.author for one in examples])
    times = np.where(np.isin(author, (*STRANGERS, REMARKS)), COUNTS, 1)
    print(f"{len(examples)} clauses, {y.sum()} of them to keep", flush=True)
    fitted(x, y, times).save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size / 1024:.0f} KB")
    han = np.array([has_han(one.clause) for one in examples])
    unheard = np.array([unfound(one) for one in examples])
    chance = np.zeros(len(x))
    for fold in folds(examples):
        chance[fold] = fitted(x[~fold], y[~fold], times[~fold]).chances(x[fold].astype(np.float32))
    for name in sorted(set(author) - {"scripts/head", REMARKS, *CASES}):
        here = (author == name) & unheard
        for language, of in (("en", here & ~han), ("zh", here & han)):
            if of.any():
                scores = [told(f"{at}:", chance[of] >= at, y[of]) for at in (0.5, 0.65, KEEP, 0.8, 0.9)]
                builds = told("by builds", bars[of], y[of])
                print(f"{name} {language}, {of.sum()} clauses: {builds}; {', '.join(scores)}", flush=True)


def folds(examples: Sequence[Example]) -> Iterator[Bits]:
    """Parts that hold all of some authors, and a share of the talk, which is of one author, by its messages."""
    talk = sorted({one.heard.text for one in examples if one.author == "fresh/talk"})
    part = dict(zip(np.random.default_rng(0).permutation(talk), range(len(talk)), strict=True))
    for number, names in enumerate(FOLDS):
        yield np.array(
            [part.get(one.heard.text, number + 1) % len(FOLDS) == number or one.author in names for one in examples]
        )


if __name__ == "__main__":
    main()
