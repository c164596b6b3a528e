"""One BLAS thread for the whole process.

A 10,000 × 512 product takes a millisecond; starting threads for it takes longer, and under load thirty times
longer. numpy offers no switch of its own, so the library that it was linked with is asked directly. The limit is
set once and for all: setting it around each call (what `threadpoolctl` does) costs 170 ms a call.
"""

from __future__ import annotations

import ctypes
import importlib.util
from collections.abc import Iterator
from pathlib import Path

_SUFFIXES = ("64_", "_64", "64__", "")
_SETTERS = ("scipy_openblas_set_num_threads", "openblas_set_num_threads", "MKL_Set_Num_Threads")
_GETTERS = ("scipy_openblas_get_num_threads", "openblas_get_num_threads", "MKL_Get_Max_Threads")


def _libraries() -> Iterator[ctypes.CDLL]:
    """numpy's own extension (a symbol of what it links is found through it), then the libraries in its wheel."""
    places: list[str] = []
    for name in ("numpy._core._multiarray_umath", "numpy.core._multiarray_umath"):
        try:
            spec = importlib.util.find_spec(name)
        except ModuleNotFoundError:
            continue
        if spec is not None and spec.origin:
            places.append(spec.origin)
    spec = importlib.util.find_spec("numpy")
    if spec is not None and spec.origin:
        beside = Path(spec.origin).parent.parent / "numpy.libs"
        places += [str(path) for path in sorted(beside.glob("*openblas*"))]
    for place in places:
        try:
            yield ctypes.CDLL(place)
        except OSError:  # not loadable by itself on this platform; the next one may be
            continue


def _symbol(names: tuple[str, ...]) -> object | None:
    for library in _libraries():
        for name in names:
            for suffix in _SUFFIXES:
                found = getattr(library, name + suffix, None)
                if found is not None:
                    return found  # type: ignore[no-any-return]
    return None


def use_one_thread() -> bool:
    """Set the number of BLAS threads of this process to one. False when numpy's BLAS offers no such switch
    (Apple's Accelerate decides by itself)."""
    setter = _symbol(_SETTERS)
    if setter is None:
        return False
    setter(1)  # type: ignore[operator]
    return True


def threads() -> int | None:
    """How many threads numpy's BLAS would use now; None when it cannot say."""
    getter = _symbol(_GETTERS)
    return None if getter is None else int(getter())  # type: ignore[operator]
