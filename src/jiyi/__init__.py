"""jiyi (记忆): memory for LLM agents, from one `pip install`, in Chinese and English alike."""

import gc
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jiyi import errors
    from jiyi.errors import JiyiError
    from jiyi.memory import AsyncMemory, AsyncSession
    from jiyi.records import (
        Change,
        Episode,
        Evidence,
        Job,
        Kind,
        MemoryRecord,
        Message,
        Relation,
        Role,
        Source,
        Status,
        Summary,
    )
    from jiyi.results import About, Context, Forgotten, History, Maintained, Page, Profile, Restored
    from jiyi.rows import Erased, JobPage
    from jiyi.settings import Settings
    from jiyi.sync import Memory, Session
    from jiyi.trace import Hit, Recall

__version__ = "0.1.0"

__all__ = [
    "About",
    "AsyncMemory",
    "AsyncSession",
    "Change",
    "Context",
    "Episode",
    "Erased",
    "Evidence",
    "Forgotten",
    "History",
    "Hit",
    "JiyiError",
    "Job",
    "JobPage",
    "Kind",
    "Maintained",
    "Memory",
    "MemoryRecord",
    "Message",
    "Page",
    "Profile",
    "Recall",
    "Relation",
    "Restored",
    "Role",
    "Session",
    "Settings",
    "Source",
    "Status",
    "Summary",
    "__version__",
    "errors",
]

# Looked for in this order when a name is first asked for, so that `jiyi --help` and `import jiyi.errors` do not
# wait for numpy.
_HOMES = ("records", "results", "rows", "errors", "trace", "settings", "memory", "sync")


def __getattr__(name: str) -> object:
    if name == "errors":
        return import_module("jiyi.errors")
    if name in __all__:
        collecting = gc.isenabled()
        gc.disable()  # what an import makes stays: looking for rubbish in it takes a sixth of the time
        try:
            for home in _HOMES:
                module = import_module(f"jiyi.{home}")
                if name in vars(module):
                    return globals().setdefault(name, vars(module)[name])
        finally:
            if collecting:
                gc.enable()
    raise AttributeError(f"module 'jiyi' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
