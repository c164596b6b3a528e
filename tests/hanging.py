"""A stop for what would hang: a text made against a reader costs minutes where the reading is quadratic.

No timing of tests: the bound is far above what any machine needs, in seconds of this process alone, and only there so
that a hang ends as a failure.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopped_when_hanging(seconds: float = 20) -> Iterator[None]:
    """Raises AssertionError in what runs inside once the process has used `seconds` of CPU. Main thread only."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise AssertionError(f"not done after {seconds} s of CPU time")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
