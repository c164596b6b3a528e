"""In which language a clause is read."""

from __future__ import annotations

import re
from types import ModuleType

from jiyi.language.script import has_han
from jiyi.policy.extract import en, zh


def tongue_of(seen: str) -> ModuleType:
    """The language whose patterns read a clause first: the one its first words are in, else that of most of it."""
    if not has_han(seen):
        return en
    return en if re.match(r"(?:i|i'm|my|we|our|please|always|never)\b", seen) else zh
