"""What the terminal's encoding does to words: arguments that came in as bytes, and output that it cannot show."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from jiyi.cli.plain import plain


def settle() -> None:
    """Characters that the terminal cannot show are written as escapes; a command does not die of them."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def unicode_out() -> bool:
    """Whether standard output takes every character."""
    return (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "").startswith("utf")


def write_json(value: Any) -> None:
    """One document in one line, with JSON's own escapes where standard output is not Unicode."""
    sys.stdout.write(json.dumps(plain(value), ensure_ascii=not unicode_out()) + "\n")


def write_error(code: str, message: str) -> None:
    """What `--json` says of an error."""
    write_json({"error": {"code": code, "message": message}})


def readable(arguments: Sequence[str]) -> list[str] | None:
    """The arguments as text: UTF-8, whatever the locale says; None when one of them is no text."""
    found = []
    for one in arguments:
        try:
            one.encode()
            found.append(one)
        except UnicodeEncodeError:
            try:
                found.append(os.fsencode(one).decode("utf-8"))
            except UnicodeError:
                return None
    return found
