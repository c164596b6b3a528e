"""Regular expressions that are compiled when they are first used.

There are well over a thousand of them: to compile all takes more than a second, and most programs use few.
"""

from __future__ import annotations

import re
from typing import Any, cast

_USES = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split", "groups", "groupindex")


class _Regex:
    """Stands for a compiled expression. Its first use puts the compiled one's methods into it, so that later uses
    cost no more than with `re.compile`."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        if name not in _USES:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        for one in _USES:
            setattr(self, one, getattr(compiled, one))
        return getattr(compiled, name)

    def __repr__(self) -> str:
        return f"regex({self.pattern!r}, {self.flags})"


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Like `re.compile`, but later: an expression that is wrong is found out when it is first used."""
    return cast("re.Pattern[str]", _Regex(pattern, flags))
