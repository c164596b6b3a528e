"""Arrays that grow at the end without being copied each time."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

Scalar = TypeVar("Scalar", bound=np.generic)


class Grown(Generic[Scalar]):
    """An array whose first axis grows. `view` is what it holds now: good until the next `add`."""

    def __init__(self, dtype: DTypeLike, width: int | None = None) -> None:
        shape = (0,) if width is None else (0, width)
        self._data: NDArray[Any] = np.zeros(shape, dtype=dtype)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    @property
    def view(self) -> NDArray[Scalar]:
        """The rows held, writable in place."""
        return self._data[: self._count]

    @property
    def nbytes(self) -> int:
        """Bytes taken, room for growth included."""
        return int(self._data.nbytes)

    def add(self, rows: NDArray[Any]) -> None:
        """Put rows at the end."""
        need = self._count + len(rows)
        if not self._count and rows.base is None and rows.flags.c_contiguous and rows.dtype == self._data.dtype:
            self._data = rows  # nobody else's array: the first, often the only one, is not copied
            self._count = need
            return
        if need > len(self._data):
            # An eighth more: with a half, one change to a user who was just loaded takes half as much memory again.
            room = need if not self._count else max(need, len(self._data) + len(self._data) // 8, 64)
            data = np.zeros((room, *self._data.shape[1:]), dtype=self._data.dtype)
            data[: self._count] = self._data[: self._count]
            self._data = data
        self._data[self._count : need] = rows
        self._count = need


class Columns:
    """The fields of records of one dtype, each an array of its own: a scan of one field reads only that field."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self._fields = {name: Grown[Any](dtype[name]) for name in dtype.names or ()}

    def __len__(self) -> int:
        return len(next(iter(self._fields.values())))

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._fields[name].view

    @property
    def view(self) -> Columns:
        """Itself: `columns.view["kind"]` is the field's array, good until the next `add`."""
        return self

    @property
    def nbytes(self) -> int:
        """Bytes taken, room for growth included."""
        return sum(field.nbytes for field in self._fields.values())

    def add(self, rows: NDArray[Any]) -> None:
        """Put records at the end."""
        for name, field in self._fields.items():
            field.add(rows[name])
