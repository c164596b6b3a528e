"""How to add one of jiyi's extras, said as jiyi itself was installed: from a folder, a repository or an index."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit


def command(extra: str) -> str:
    """What to type for an extra, e.g. `pip install '/srv/jiyi[server]'`."""
    try:
        told = distribution("jiyi").read_text("direct_url.json")
    except PackageNotFoundError:
        told = None
    return _command(extra, json.loads(told) if told else None)


def _command(extra: str, origin: dict[str, object] | None) -> str:
    """The same, from where the installer says that it took jiyi (PEP 610); None: from an index."""
    if origin is None:
        return f"pip install 'jiyi[{extra}]'"
    url = str(origin["url"])
    if "vcs_info" in origin:
        return f"pip install 'jiyi[{extra}] @ {url}'"
    place = Path(unquote(urlsplit(url).path))
    if "dir_info" in origin and place.is_dir():
        return f"pip install '{place}[{extra}]'"
    return f"in the folder of jiyi's clone: pip install '.[{extra}]'"
