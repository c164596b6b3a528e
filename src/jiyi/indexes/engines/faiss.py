"""FAISS: one flat file per user, in half precision, read by mapping it. Exact, and for one process."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from jiyi import extras
from jiyi.errors import NotInstalled
from jiyi.indexes.engines.blocking import NOTHING, Blocking, labels, nearest
from jiyi.ports import Nearest, Rows, Vectors
from jiyi.rows import Head

log = logging.getLogger("jiyi.candidates")


@dataclass(slots=True)
class _Held:
    """One user's file, open, and what its vectors are."""

    head: Head
    index: Any
    labels: NDArray[np.bytes_]
    items: NDArray[np.bytes_]
    at: NDArray[np.int64]
    sessions: NDArray[np.int64]
    more: list[Rows] = field(default_factory=list)  # being filled: not in a file yet


class FaissIndex(Blocking):
    """`KEY.npz` says which file holds the vectors, `KEY.VERSION.faiss`, and what each of them is. It is replaced when
    the other is written whole, so that the two agree whenever the process ends."""

    def __init__(self, folder: str) -> None:
        super().__init__(f"faiss:{folder}")
        self._folder = Path(folder)
        self._held: dict[str, _Held] = {}

    def _open(self) -> None:
        try:
            import faiss  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise NotInstalled(f"FAISS needs an extra: {extras.command('faiss')} ({error})") from error
        faiss.omp_set_num_threads(1)  # as all else here: two threads on two busy cores cost more than they give
        self._faiss: Any = faiss
        self._folder.mkdir(parents=True, exist_ok=True)

    def _close(self) -> None:
        self._held.clear()

    def _of(self, key: str) -> _Held | None:
        """What is held of a user. Files that cannot be read count as none: they are made anew from the store."""
        path = self._folder / f"{key}.npz"
        if key not in self._held and path.exists():
            try:
                self._held[key] = self._read(key, path)
            except (OSError, ValueError, KeyError, RuntimeError, BadZipFile) as error:
                log.warning("%s: the files of a user cannot be read: %s", self.place, error)
        return self._held.get(key)

    def _read(self, key: str, path: Path) -> _Held:
        with np.load(path) as kept:
            head = Head(generation=int(kept["head"][0]), version=int(kept["head"][1]))
            more = {name: kept[name] for name in ("labels", "items", "at", "sessions")}
        index = self._faiss.read_index(str(self._file(key, head)), self._faiss.IO_FLAG_MMAP_IFC)
        return _Held(head, index, **more)

    def _file(self, key: str, head: Head) -> Path:
        return self._folder / f"{key}.{head.version}.faiss"

    def _taken(self, key: str) -> Head:
        held = self._of(key)
        return NOTHING if held is None else held.head

    def _take(self, key: str, head: Head, rows: Rows, gone: list[str]) -> None:
        held = self._of(key)
        if held is None:
            none, numbers = np.zeros(0, dtype="S1"), np.zeros(0, dtype=np.int64)
            held = self._held[key] = _Held(head, None, none, none, numbers, numbers)
        held.more.append(rows)
        if head.version:
            self._write(key, head, held, np.isin(held.items, [_bytes(id) for id in gone], invert=True))

    def _write(self, key: str, head: Head, held: _Held, kept: NDArray[np.bool_]) -> None:
        fresh = [one for one in held.more if len(one.ids)]
        width = fresh[0].vectors.shape[1] if fresh else held.index.d if held.index is not None else 1
        kind = self._faiss.ScalarQuantizer.QT_fp16
        index = self._faiss.IndexScalarQuantizer(width, kind, self._faiss.METRIC_INNER_PRODUCT)
        index.is_trained = True
        if held.index is not None and kept.any():
            index.add(held.index.reconstruct_batch(np.flatnonzero(kept)))
        for one in fresh:
            index.add(np.ascontiguousarray(one.vectors, dtype=np.float32))
        names = [np.array([_bytes(name) for one in fresh for name in labels(one)] or [], dtype=held.labels.dtype.type)]
        owners = [np.array([_bytes(id) for one in fresh for id in one.ids] or [], dtype=held.items.dtype.type)]
        columns: dict[str, Any] = {
            "labels": np.concatenate([held.labels[kept], *names]),
            "items": np.concatenate([held.items[kept], *owners]),
            "at": np.concatenate([held.at[kept], *(one.at for one in fresh)]),
            "sessions": np.concatenate([held.sessions[kept], *(one.sessions for one in fresh)]),
        }
        self._faiss.write_index(index, str(self._file(key, head)))
        path, half = self._folder / f"{key}.npz", self._folder / f"{key}.half.npz"
        np.savez(half, head=np.array([head.generation, head.version]), **columns)
        half.replace(path)
        del self._held[key]
        for old in self._folder.glob(f"{key}.*.faiss"):
            if old != self._file(key, head):
                old.unlink()

    def _search(self, key: str, vector: Vectors, k: int, upto: int | None, without: int | None) -> Nearest:
        held = self._of(key)
        if held is None or held.index is None or not len(held.labels):
            return nearest([])
        allowed = np.ones(len(held.labels), dtype=np.bool_)
        if upto is not None:
            allowed &= held.at <= upto
        if without is not None:
            allowed &= held.sessions != without
        chosen = None
        if not allowed.all():
            bits = np.packbits(allowed, bitorder="little")
            chosen = self._faiss.SearchParameters(sel=self._faiss.IDSelectorBitmap(bits))
        scores, places = held.index.search(vector[None, :], min(k, len(held.labels)), params=chosen)
        found = zip(places[0].tolist(), scores[0].tolist(), strict=True)
        return nearest([(bytes(held.labels[at]).decode("utf-8"), score) for at, score in found if at >= 0])

    def _erase(self, key: str) -> None:
        self._held.pop(key, None)
        for path in self._folder.glob(f"{key}.*"):
            path.unlink()

    def _count(self, key: str) -> int:
        held = self._of(key)
        return 0 if held is None else len(held.labels) + sum(len(one.ids) for one in held.more)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8")
