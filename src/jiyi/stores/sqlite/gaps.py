"""Unused space inside pages.

`secure_delete` overwrites deleted rows and freed pages, but when SQLite moves rows between pages (a split, a merge) it
leaves copies of them in the unused middle of a page. Measured: of 2,000 deleted rows up to six were still in the file,
all of them there. A page begins with a header and the pointers to its rows; the rows lie at its end; what is between
is the gap, which nobody reads. `find` lists the gaps that hold anything but zeros, `wipe` overwrites them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable

import numpy as np

from jiyi.stores.sqlite.raw import RawFile

HEADERS = {2: 12, 5: 12, 10: 8, 13: 8}  # a tree page's first byte, and the length of its header
TREE_PAGE = np.isin(np.arange(256), tuple(HEADERS))
CELLS_AND_TOP = struct.Struct(">HH")  # three bytes into the header
FIRST_HEADER = 100  # the first page begins with the file's own header
MOST_PAGES = 0x02000000  # from here on, another kind of page could begin with a byte that looks like a tree page's


def page_size(raw: RawFile) -> int:
    """Bytes of a page, from the file's header."""
    size = int.from_bytes(raw.read(2, 16), "big")
    return 65_536 if size == 1 else size


def sweepable(raw: RawFile) -> bool:
    """Whether tree pages can be told from others, and nothing of a page is reserved for something else."""
    return raw.size() // page_size(raw) < MOST_PAGES and raw.read(1, 20) == b"\x00"


def find(raw: RawFile) -> list[int]:
    """Numbers of the pages (from 0) whose gap holds something. Reads the whole file."""
    size = page_size(raw)
    zeros = bytes(size)
    found = []
    for offset, data in raw.chunks():
        firsts = np.frombuffer(data, dtype=np.uint8)[::size]
        rows = np.flatnonzero(TREE_PAGE[firsts]).tolist()
        for row in rows if offset else [0, *rows]:
            at = row * size
            header = at + FIRST_HEADER if offset + at == 0 else at
            cells, top = CELLS_AND_TOP.unpack_from(data, header + 3)
            start, end = header + HEADERS[data[header]] + 2 * cells, at + (top or 65_536)
            if start < end and data[start:end] != zeros[: end - start]:
                found.append(offset // size + row)
    return found


def gap(page: bytes, number: int) -> tuple[int, int] | None:
    """Where the gap of a tree page begins and ends; None when it is no tree page, or not a sound one."""
    at = FIRST_HEADER if number == 0 else 0
    header = HEADERS.get(page[at])
    if header is None:
        return None
    cells, top = CELLS_AND_TOP.unpack_from(page, at + 3)
    start, end = at + header + 2 * cells, top or 65_536
    if not start <= end <= len(page):
        return None
    pointers = struct.unpack_from(f">{cells}H", page, at + header)
    return None if any(pointer < end for pointer in pointers) else (start, end)


def wipe(raw: RawFile, numbers: Iterable[int]) -> int:
    """Overwrite the gaps of these pages; returns how many held something. Only while nobody else can write: under
    the write lock, with an empty WAL."""
    size = page_size(raw)
    wiped = 0
    for number in numbers:
        page = raw.read(size, number * size)
        bounds = gap(page, number) if len(page) == size else None
        if bounds is not None and any(page[bounds[0] : bounds[1]]):
            raw.write(bytes(bounds[1] - bounds[0]), number * size + bounds[0])
            wiped += 1
    if wiped:
        raw.sync()
    return wiped
