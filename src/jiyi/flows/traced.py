"""Traces of recall and context as spans: what they say of time and number, and none of their words."""

from __future__ import annotations

from collections.abc import Iterator

from jiyi.results import Context
from jiyi.spans import Span, Step
from jiyi.trace import Recall, Trace


def recall(span: Span, found: Recall) -> None:
    """The stages of a recall."""
    if span.live is not None:
        span.tell(jiyi__hits=len(found.hits))
        span.steps(_stages(found.trace))


def context(span: Span, made: Context) -> None:
    """The stages of a context, with those of its recall in the place of the one that they make up."""
    if span.live is not None:
        span.tell(jiyi__tokens=made.tokens, **{f"jiyi__tokens__{part}": n for part, n in made.trace.parts.items()})
        span.steps(_parts(made))


def _stages(trace: Trace) -> Iterator[Step]:
    for stage in trace.stages:
        counts = {"jiyi.came": stage.came, "jiyi.went": stage.went}
        yield f"jiyi.recall.{stage.name}", stage.milliseconds, counts


def _parts(made: Context) -> Iterator[Step]:
    for name, milliseconds in made.trace.milliseconds.items():
        told = list(_stages(made.trace.recall)) if name == "recall" and isinstance(made.trace.recall, Trace) else []
        yield from told
        left = milliseconds - sum(one[1] for one in told)
        if left > 0:
            yield f"jiyi.context.{name}", left, {}
