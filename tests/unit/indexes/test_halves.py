"""Half precision to single precision."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from jiyi.indexes.halves import widen
from jiyi.ports import Vectors

EVERY = np.arange(1 << 16, dtype=np.uint32).astype(np.uint16).view(np.float16)


def widened(halves: NDArray[np.float16]) -> Vectors:
    made: Vectors = np.empty(halves.shape, dtype=np.float32)
    widen(halves, made)
    return made


def test_widen_gives_the_same_numbers_when_they_are_finite() -> None:
    halves = EVERY[np.isfinite(EVERY)].reshape(-1, 64)
    made = widened(halves)
    assert made.dtype == np.float32 and made.shape == halves.shape
    assert np.array_equal(made.view(np.uint32), halves.astype(np.float32).view(np.uint32))


def test_widen_keeps_what_is_no_number_when_there_is_any() -> None:
    assert np.array_equal(widened(EVERY.reshape(-1, 64)), EVERY.astype(np.float32).reshape(-1, 64), equal_nan=True)


@pytest.mark.parametrize("shape", [(0, 8), (1, 1), (257, 3)])
def test_widen_keeps_the_shape_when_it_is_odd(shape: tuple[int, int]) -> None:
    assert np.array_equal(widened(np.full(shape, 0.5, dtype=np.float16)), np.full(shape, 0.5, dtype=np.float32))
