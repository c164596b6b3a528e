"""The descent by which the heads are fitted: Adam, with a rate that falls over the second half."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Weights = list[NDArray[np.float64]]


def descend(weights: Weights, slopes: Callable[[], Sequence[NDArray[Any]]], *, steps: int, rate: float) -> None:
    """Change the weights in place, by the slopes of one batch a step."""
    mean, square = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    for step in range(steps):
        now = rate * min(1.0, 2 * (1 - step / steps))
        for place, slope in enumerate(slopes()):
            mean[place] = 0.9 * mean[place] + 0.1 * slope
            square[place] = 0.999 * square[place] + 0.001 * slope**2
            steady = mean[place] / (1 - 0.9 ** (step + 1))
            weights[place] -= now * steady / (np.sqrt(square[place] / (1 - 0.999 ** (step + 1))) + 1e-8)
