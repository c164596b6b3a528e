"""Searching the files for words that were deleted: the proof of an erasure.

Short samples are cut out of every deleted body, from its beginning, middle and end, and looked for in every byte of
the files. A sample that is found is a trace unless a row that lives says the same (somebody else's same sentence).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from jiyi.stores.sqlite.queries import Q
from jiyi.stores.sqlite.raw import CHUNK, RawFile

LENGTH = 16  # bytes of a sample
MOST = 4_096  # samples in one search
# A part of a time tells nobody's words, and whatever else was written in those seconds holds it too.
_TIME = re.compile(rb"(?=.*[T:])[-\dT:.+Z]+")


def samples(bodies: Iterable[bytes], names: Iterable[str]) -> list[bytes]:
    """What to look for. Bodies shorter than a sample say too little to be told from chance."""
    found: dict[bytes, None] = {}
    for body in [*bodies, *(name.encode() for name in names)]:
        spare = len(body) - LENGTH
        for at in {spare // 4, spare // 2, spare * 3 // 4} if spare >= 0 else ():
            sample = body[at : at + LENGTH]
            if len(set(sample)) > 3 and not _TIME.fullmatch(sample):  # runs of zeros are everywhere
                found[sample] = None
    every = list(found)
    return every[:: len(every) // MOST + 1]


def search(raw: RawFile, wal: Path, wanted: Sequence[bytes]) -> tuple[set[bytes], dict[str, int]]:
    """Which of the samples are in the file or its WAL, and how many bytes of each were read."""
    found: set[bytes] = set()
    scanned = {wal.name.removesuffix("-wal"): 0, wal.name: 0}
    needle = Needles(wanted)
    for offset, data in raw.chunks(LENGTH - 1):
        scanned[wal.name.removesuffix("-wal")] = offset + min(len(data), CHUNK)
        found |= needle.within(data)
    if wal.exists():  # SQLite holds no locks on the WAL itself, so opening and closing it is harmless
        with wal.open("rb") as file:
            before = b""
            while data := file.read(CHUNK):
                scanned[wal.name] += len(data)
                found |= needle.within(before + data)
                before = data[-(LENGTH - 1) :]
    return found, scanned


class Needles:
    """Looks for many samples at once: by their first two bytes, then four, then all."""

    def __init__(self, wanted: Sequence[bytes]) -> None:
        self._wanted = set(wanted)
        self._pairs = np.zeros(65_536, dtype=bool)
        self._pairs[[int.from_bytes(sample[:2], "little") for sample in wanted]] = True
        self._fours = np.unique(np.array([int.from_bytes(s[:4], "little") for s in wanted], dtype=np.uint32))

    def within(self, data: bytes) -> set[bytes]:
        found: set[bytes] = set()
        if not self._wanted or len(data) < LENGTH:
            return found
        view = np.frombuffer(data, dtype=np.uint8)
        for start in (0, 1):
            pairs = np.frombuffer(data, dtype="<u2", offset=start, count=(len(data) - start) // 2)
            places = np.flatnonzero(self._pairs[pairs]) * 2 + start
            places = places[places <= len(data) - LENGTH]
            fours = sum(view[places + n].astype(np.uint32) << (8 * n) for n in range(4))
            for place in places[np.isin(fours, self._fours)]:
                if (sample := data[place : place + LENGTH]) in self._wanted:
                    found.add(sample)
        return found


def unexplained(connection: sqlite3.Connection, found: Iterable[bytes]) -> int:
    """How many of the samples that were found are in no living row."""
    return sum(not connection.execute(Q["lives"], {"sample": sample}).fetchone()[0] for sample in found)
