"""The event loop behind the sync face: one daemon thread per open memory."""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures.thread
import contextlib
import os
import sys
import threading
import weakref
from collections.abc import Coroutine
from typing import Any, TypeVar

from jiyi.errors import Closed, WrongLoop

T = TypeVar("T")
LAST_SECONDS = 30.0  # for the jobs in hand, when the program ends without closing
_open: weakref.WeakSet[Background] = weakref.WeakSet()


def new_loop() -> asyncio.AbstractEventLoop:
    """The system's usual loop; on Windows the one that psycopg can work with."""
    return asyncio.SelectorEventLoop() if sys.platform == "win32" else asyncio.new_event_loop()


class Background:
    """Runs coroutines on a loop of its own, so that callers may be plain code, threads, or a notebook's cell
    whose own loop is running. After a fork it refuses to work: its thread stayed in the parent."""

    def __init__(self) -> None:
        self._pid = os.getpid()
        self._loop = new_loop()
        self._last: Coroutine[Any, Any, Any] | None = None
        self._thread = threading.Thread(target=self._run, name="jiyi-loop", daemon=True)
        self._thread.start()
        _open.add(self)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run it and wait. At Ctrl-C the wait ends with KeyboardInterrupt and the work is cancelled; a write
        that had reached the store may still be kept. Raises WrongLoop, Closed."""
        try:
            self._check()
        except (Closed, WrongLoop):
            work.close()
            raise
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except concurrent.futures.CancelledError as error:
            raise Closed("this memory was closed while it was working") from error
        except BaseException:
            future.cancel()
            raise

    def _check(self) -> None:
        if os.getpid() != self._pid:
            raise Closed("this memory was opened before a fork; open it again in the new process")
        if threading.current_thread() is self._thread:
            raise WrongLoop("the sync face was called from its own event loop; use AsyncMemory there")
        if self._loop.is_closed() or not self._thread.is_alive():
            raise Closed("this memory was closed; open it again")

    def at_exit(self, work: Coroutine[Any, Any, Any] | None) -> None:
        """What to run last when the program ends without closing, so that no lease outlives it."""
        if self._last is not None:
            self._last.close()
        self._last = work

    def stop(self) -> None:
        """End the loop and its thread. Stopping twice is fine."""
        self.at_exit(None)
        if os.getpid() != self._pid or self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        if not self._thread.is_alive():
            self._loop.close()

    def finish(self) -> None:
        """Run the last work, then stop."""
        last, self._last = self._last, None
        if last is not None:
            if os.getpid() == self._pid and self._thread.is_alive():
                # What is not ended by then is taken up by the next worker when its lease runs out.
                with contextlib.suppress(TimeoutError):
                    asyncio.run_coroutine_threadsafe(last, self._loop).result(timeout=LAST_SECONDS)
            else:
                last.close()
        self.stop()


def _finish_all() -> None:
    for background in list(_open):
        background.finish()


# Closing needs the executors of the embedder and the store, and those refuse work from the moment that
# `concurrent.futures` is told of the exit. Only what is registered here, after it, is told before it.
getattr(threading, "_register_atexit", atexit.register)(_finish_all)
