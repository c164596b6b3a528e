"""When to stop asking an endpoint that keeps failing: pure state, the time is an argument."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """Closed: calls go through. Open: they are refused until `closed_at`. Then one trial at a time decides.

    Times are seconds of a monotonic clock. `trips` counts the openings in a row; each doubles the pause.
    """

    limit: int = 5  # failures in a row that open it
    pause: float = 30.0  # seconds of the first pause
    most: float = 300.0  # the longest pause
    failures: int = 0
    trips: int = 0
    closed_at: float | None = None  # None: closed
    trial_until: float | None = None  # a trial is under way and may take so long

    def remaining(self, now: float) -> float:
        """Seconds for which a call is refused; 0 when it may go through."""
        if self.closed_at is None:
            return 0.0
        until = self.closed_at if self.trial_until is None else max(self.closed_at, self.trial_until)
        return max(0.0, until - now)

    def begun(self, now: float, longest: float) -> Breaker:
        """After a call was let through that takes at most `longest` seconds: when it is a trial, others wait."""
        return self if self.closed_at is None else replace(self, trial_until=now + longest)

    def abandoned(self) -> Breaker:
        """After a call that its caller gave up: it proved nothing, and does not keep a next trial waiting."""
        return replace(self, trial_until=None)

    def succeeded(self) -> Breaker:
        """After a call that was answered."""
        return Breaker(limit=self.limit, pause=self.pause, most=self.most)

    def failed(self, now: float) -> Breaker:
        """After a call that was not."""
        failures = self.failures + 1
        if self.closed_at is None and failures < self.limit:
            return replace(self, failures=failures)
        pause = min(self.most, self.pause * 2.0 ** min(self.trips, 32))
        return replace(self, failures=failures, trips=self.trips + 1, closed_at=now + pause, trial_until=None)
