"""OpenTelemetry spans, where the program has set a tracer provider; nothing at all where it has not.

The library never loads OpenTelemetry by itself: who sets a provider has loaded it. A span says how much and how long,
and holds no user, no id of a session or memory, and no word of anybody; of an error its name alone.
"""

from __future__ import annotations

import sys
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

NAME = "jiyi"
ORIGINS = 10_000  # jobs of which it is remembered what queued them
Value = str | int | float | bool
Step = tuple[str, float, Mapping[str, Value]]  # name, milliseconds, what is told of it

_made: tuple[Any, Any] = (None, None)  # the provider, and our tracer of it
_origins: OrderedDict[str, Any] = OrderedDict()


def _tracer() -> Any:
    """Ours, or None where nobody listens."""
    global _made
    api = sys.modules.get("opentelemetry.trace")
    if api is None:
        return None
    provider = api.get_tracer_provider()
    if isinstance(provider, api.ProxyTracerProvider):
        return None
    if _made[0] is not provider:
        _made = provider, api.get_tracer(NAME)
    return _made[1]


class Span:
    """A span that is open; `live` is OpenTelemetry's own, None where nobody listens."""

    __slots__ = ("live",)

    def __init__(self, live: Any = None) -> None:
        self.live = live

    def tell(self, **attributes: Value | None) -> None:
        """Add attributes; a double underscore stands for a dot."""
        if self.live is not None:
            self.live.set_attributes(_dotted(attributes))

    def rename(self, name: str) -> None:
        if self.live is not None:
            self.live.update_name(name)

    def steps(self, steps: Iterable[Step]) -> None:
        """Steps that were taken one after the other and have just ended, as spans within this one."""
        if self.live is None or not self.live.is_recording():
            return
        told = list(steps)
        at = time.time_ns() - int(1e6 * sum(milliseconds for _, milliseconds, _ in told))
        for name, milliseconds, attributes in told:
            one = _tracer().start_span(name, start_time=at, attributes=attributes)
            at += int(1e6 * milliseconds)
            one.end(at)


_NONE = Span()


def _dotted(attributes: Mapping[str, Value | None]) -> dict[str, Value]:
    return {name.replace("__", "."): value for name, value in attributes.items() if value is not None}


@contextmanager
def span(
    name: str,
    *,
    kind: str = "INTERNAL",
    carrier: Mapping[str, str] | None = None,
    after: Sequence[str] = (),
    **attributes: Value | None,
) -> Iterator[Span]:
    """A span around what is done within. `carrier` holds the headers of a request that it belongs to; `after` names
    jobs, to whose origins it is linked."""
    tracer = _tracer()
    if tracer is None:
        yield _NONE
        return
    from opentelemetry import propagate, trace  # noqa: PLC0415 - loaded by who listens

    how: dict[str, Any] = {"kind": trace.SpanKind[kind], "attributes": _dotted(attributes)}
    if carrier is not None:
        how["context"] = propagate.extract(carrier)
    if after:
        how["links"] = [trace.Link(_origins.pop(job)) for job in after if job in _origins]
    with tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False, **how) as live:
        try:
            yield Span(live)
        except BaseException as error:
            fault = str(getattr(error, "code", type(error).__name__))
            live.set_attribute("error.type", fault)
            live.set_status(trace.StatusCode.ERROR, fault)
            raise


def origin(job: str) -> None:
    """The span that is open now queued this job; a worker of this process will link to it."""
    if _tracer() is None:
        return
    from opentelemetry import trace  # noqa: PLC0415 - loaded by who listens

    _origins[job] = trace.get_current_span().get_span_context()
    while len(_origins) > ORIGINS:
        _origins.popitem(last=False)


def headers() -> dict[str, str]:
    """What a request to another process carries, so that its spans belong to the one that is open."""
    carrier: dict[str, str] = {}
    if _tracer() is not None:
        from opentelemetry import propagate  # noqa: PLC0415 - loaded by who listens

        propagate.inject(carrier)
    return carrier
