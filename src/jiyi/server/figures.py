"""How the server is doing, in figures for Prometheus: no user, no id and no word of anybody is in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from jiyi import __version__
from jiyi.errors import JiyiError
from jiyi.ports import Clock, Store
from jiyi.server import wire
from jiyi.server.operations import Operation, Right
from jiyi.server.peers import Peers

if TYPE_CHECKING:
    from jiyi.server.serving import Serving

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
FRESH_SECONDS = 5.0  # counts of the store are not made more often
RECALLS = ("recall", "session.context")
LOAD = "load"  # the stage of a recall that says how the user's memory came: warm, delta or cold
Family = list[Any]  # name, what it says, kind, samples: what processes tell each other
COUNTED = ("users", "sessions", "messages", "memories", "episodes", "changes")


class Figures:
    """Counters of one server process. `clock` is the memory's, for the age of what waits; `spent` tells what the chat
    model was asked, and `prices` what a token costs, in and out."""

    def __init__(
        self, clock: Clock, spent: Callable[[], Mapping[str, int]] = dict, prices: tuple[float, float] = (0.0, 0.0)
    ) -> None:
        self._clock = clock
        self._registry = registry = CollectorRegistry(auto_describe=True)
        self._store = _Stored()
        self._asked_at = float("-inf")
        registry.register(_Model(spent, prices))
        self._copies = _Copies()
        registry.register(self._copies)
        self._operations = Counter(
            "jiyi_operations",
            "Operations by outcome: ok; refused, when the caller was wrong; failed, when the server was.",
            ("operation", "outcome"),
            registry=registry,
        )
        self._counters: dict[tuple[str, str], tuple[Counter, Histogram]] = {}
        self._writes = Counter("jiyi_writes", "Writes asked for, by outcome.", ("outcome",), registry=registry)
        self._seconds = Histogram(
            "jiyi_operation_seconds", "Time of operations.", ("operation",), buckets=SECONDS, registry=registry
        )
        self._recall_seconds = Histogram(
            "jiyi_recall_seconds", "Time of recall and context.", buckets=SECONDS, registry=registry
        )
        self._sync_seconds = Histogram(
            "jiyi_sync_delay_seconds",
            "From a change to its delivery to a device that waits for it.",
            buckets=SECONDS,
            registry=registry,
        )
        self._sets = Counter(
            "jiyi_working_sets",
            "How a user's memory came into a recall: warm (in memory), delta (what is new was read), cold (all was).",
            ("how",),
            registry=registry,
        )
        for outcome in ("ok", "refused", "failed"):
            self._writes.labels(outcome)
        for how in ("warm", "delta", "cold"):
            self._sets.labels(how)

    def watch(self, store: Store) -> None:
        """Tell of the store's copies too, where it has any."""
        if (told := getattr(store, "copies", None)) is not None:
            self._copies.told = told

    def now(self) -> datetime:
        """The memory's time."""
        return self._clock()

    # --- what happens -----------------------------------------------------------------------------------------
    def done(self, operation: Operation, seconds: float, value: Any) -> None:
        """An operation was answered."""
        self._note(operation, "ok", seconds)
        trace = getattr(value, "trace", None)
        recalled = getattr(trace, "recall", None) if isinstance(trace, wire.PlainContextTrace) else trace
        for stage in getattr(recalled, "stages", ()):
            if stage.name == LOAD and stage.notes:
                self._sets.labels(stage.notes[0]).inc()

    def fault(self, operation: Operation, seconds: float, error: BaseException) -> None:
        """An operation was not. One whose caller went away tells nothing."""
        if not isinstance(error, Exception):
            return
        refused = isinstance(error, JiyiError) and error.status < 500
        self._note(operation, "refused" if refused else "failed", seconds)

    def _note(self, operation: Operation, outcome: str, seconds: float) -> None:
        counter = self._counters.get((operation.name, outcome))
        if counter is None:  # looking labels up costs more than counting
            counter = self._operations.labels(operation.name, outcome), self._seconds.labels(operation.name)
            self._counters[operation.name, outcome] = counter
        counter[0].inc()
        counter[1].observe(seconds)
        if operation.may is not Right.READ and operation.method != "GET":
            self._writes.labels(outcome).inc()
        if operation.name in RECALLS and outcome == "ok":
            self._recall_seconds.observe(seconds)

    def delivered(self, updates: Sequence[wire.Update]) -> None:
        """A device that waited for changes got them."""
        now = self._clock()
        for update in updates:
            self._sync_seconds.observe(max(0.0, (now - update.at).total_seconds()))

    # --- what is told -----------------------------------------------------------------------------------------
    async def text(self, serving: Serving) -> bytes:
        """All figures as Prometheus reads them."""
        if time.monotonic() - self._asked_at >= FRESH_SECONDS:
            self._asked_at = time.monotonic()
            now = self._clock()
            due = await serving.store.next_due(now)
            age = 0.0 if due is None else max(0.0, (now - due).total_seconds())
            self._store.take(await serving.memory.stats(), age)
        place = serving.peers.place
        if place is None:
            return generate_latest(self._store.registry) + generate_latest(self._registry)
        joined = _Joined({place.number: self.own(), **await serving.peers.ask("figures")})
        return generate_latest(self._store.registry) + generate_latest(joined.registry)

    def own(self) -> list[Family]:
        """The counters of this process as plain data."""
        return [
            [one.name, one.documentation, one.type, [[told.name, told.labels, told.value] for told in one.samples]]
            for one in self._registry.collect()
        ]

    async def golden(self, peers: Peers) -> Mapping[str, float]:
        """The three that matter most, and what they rest on, for people: of all processes of the server."""
        found: dict[str, float] = {}
        for families in (self.own(), *(await peers.ask("figures")).values()):
            for *_, samples in families:
                for name, labels, value in samples:
                    if name in GOLDEN:
                        key = name + "".join(f".{one}" for one in labels.values())
                        found[key] = found.get(key, 0.0) + value
        return found


GOLDEN = frozenset(
    {
        "jiyi_writes_total",
        "jiyi_working_sets_total",
        "jiyi_recall_seconds_sum",
        "jiyi_recall_seconds_count",
        "jiyi_sync_delay_seconds_sum",
        "jiyi_sync_delay_seconds_count",
    }
)


class _Joined(Collector):
    """The counters of several processes, each with its number as the label `worker`."""

    def __init__(self, told: Mapping[int, list[Family]]) -> None:
        self._told = told
        self.registry = CollectorRegistry(auto_describe=False)
        self.registry.register(self)

    def collect(self) -> Iterable[Metric]:
        found: dict[str, Metric] = {}
        for number, families in sorted(self._told.items()):
            for name, about, kind, samples in families:
                metric = found.setdefault(name, Metric(name, about, kind))
                for sample, labels, value in samples:
                    metric.add_sample(sample, {**labels, "worker": str(number)}, value)
        return found.values()


class _Model(Collector):
    """What the chat model was asked by this process, and what that cost."""

    def __init__(self, spent: Callable[[], Mapping[str, int]], prices: tuple[float, float]) -> None:
        self._spent, self._prices = spent, prices

    def collect(self) -> Iterable[Metric]:
        model = self._spent()
        calls = CounterMetricFamily("jiyi_model_calls", "Calls of the chat model, by outcome.", labels=("outcome",))
        calls.add_metric(("ok",), model.get("calls", 0) - model.get("failed", 0))
        calls.add_metric(("failed",), model.get("failed", 0))
        yield calls
        tokens = CounterMetricFamily("jiyi_model_tokens", "Tokens that the chat model counted.", labels=("way",))
        cost = 0.0
        for way, price in zip(("in", "out"), self._prices, strict=True):
            count = model.get(f"tokens_{way}", 0)
            tokens.add_metric((way,), count)
            cost += count * price
        yield tokens
        yield CounterMetricFamily(
            "jiyi_model_cost", "What those tokens cost by `model.price_in` and `model.price_out`.", value=cost
        )


class _Copies(Collector):
    """How often copies in a cache in front of the store served this process."""

    def __init__(self) -> None:
        self.told: Callable[[], Mapping[str, int]] = dict

    def collect(self) -> Iterable[Metric]:
        told = self.told()
        reads = CounterMetricFamily(
            "jiyi_cache_reads", "Reads of a copy: hit, miss, or the cache did not answer.", labels=("outcome",)
        )
        for outcome in ("hit", "miss", "unanswered"):
            reads.add_metric((outcome,), told.get(outcome, 0))
        yield reads


class _Stored(Collector):
    """What the store tells, as it was last asked; the same from every process."""

    def __init__(self) -> None:
        self._stats: Mapping[str, Any] = {}
        self._age = 0.0
        self.registry = CollectorRegistry(auto_describe=True)
        self.registry.register(self)

    def take(self, stats: Mapping[str, Any], age: float) -> None:
        self._stats, self._age = stats, age

    def collect(self) -> Iterable[Metric]:
        version = GaugeMetricFamily("jiyi_version", "1; the label says which version runs.", labels=("version",))
        version.add_metric((__version__,), 1)
        yield version
        yield GaugeMetricFamily(
            "jiyi_job_age_seconds", "How long the oldest due background job has been waiting.", value=self._age
        )
        jobs = GaugeMetricFamily("jiyi_jobs", "Background jobs by state.", labels=("state",))
        for state, count in self._stats.get("jobs", {}).items():
            jobs.add_metric((state,), count)
        yield jobs
        stored = GaugeMetricFamily("jiyi_stored", "Rows in the store, by what they are.", labels=("what",))
        for name in COUNTED:
            if name in self._stats:
                stored.add_metric((name,), self._stats[name])
        yield stored
        if "bytes" in self._stats:
            yield GaugeMetricFamily("jiyi_store_bytes", "Bytes of the store's files.", value=self._stats["bytes"])
