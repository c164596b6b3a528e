"""Names of any length in a tree whose rows are bounded.

An index row of PostgreSQL holds 2,704 bytes at most, and an index has up to three names. So a longer name stands in
the tables as its beginning and a digest of all of it, and the table `names` says what it is in full. Names whose
first 600 bytes are the same are listed in the order of their digests.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from jiyi.errors import InvalidInput

LONGEST = 640  # bytes of UTF-8 that are kept as they are
BEGINNING = 600  # bytes of a longer one
MARK = "\x01"
DIGEST = 32  # characters


def encoded(name: str) -> bytes:
    """UTF-8. Raises InvalidInput for what PostgreSQL cannot hold."""
    if "\x00" in name:
        raise InvalidInput("a name holds a NUL, which no store can keep")
    try:
        return name.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput("a name holds an unpaired surrogate, which no store can keep") from error


def is_short(stored: str) -> bool:
    """Whether this stands for a longer name."""
    return len(stored) > DIGEST + BEGINNING // 4 - 1 and stored[-DIGEST - 1] == MARK


def short(name: str) -> str:
    """How a name is stored: itself, unless it is long or looks like what stands for a long one."""
    if len(name) < DIGEST and name.isascii() and "\x00" not in name:
        return name  # most are
    raw = encoded(name)
    if len(raw) <= LONGEST and not is_short(name):
        return name
    beginning = raw[:BEGINNING].decode("utf-8", "ignore")
    return f"{beginning}{MARK}{blake2b(raw, digest_size=DIGEST // 2).hexdigest()}"


def shorts(names: Iterable[str]) -> list[str]:
    return [short(name) for name in names]


def long_ones(names: Iterable[str | None]) -> dict[str, str]:
    """Those that do not stand for themselves, by what stands for them."""
    found = {}
    for name in names:
        if name is not None and (stored := short(name)) != name:
            found[stored] = name
    return found


def cleaned(text: str) -> str:
    """Free text as PostgreSQL can hold it."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
