"""From nothing to the first recall, and what the core takes on disk.

python benchmarks/size.py

Builds the wheel, makes a fresh environment, and times the two commands of a newcomer: install, and a program that adds
a message, waits for its memory and recalls it. The program runs with every connection forbidden (an audit hook ends it
at the first try) and, where the system lets us, in a namespace without any network. Downloading is part of the first
command: the time depends on the line, or on pip's cache.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN = ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg")
FIRST = """
import sys, time

def forbid(event, args):
    if event in FORBIDDEN:
        print(f"a connection was tried: {event} {args[1:]}", flush=True)
        sys.exit(3)

FORBIDDEN = set(sys.argv[1].split(","))
sys.addaudithook(forbid)
laps = [("", time.perf_counter(), time.process_time())]

def lap(name):
    laps.append((name, time.perf_counter(), time.process_time()))

from jiyi import Memory
lap("import")
with Memory.open("first.db") as memory:
    lap("open")
    memory.session("me", "s").add("user", "我搬到青岛了。My sister's name is Ada.")
    memory.drain()
    lap("add and learn")
    hits = memory.recall("me", "我住在哪里？").hits
    lap("recall")
import json
steps = {b[0]: (b[1] - a[1], b[2] - a[2]) for a, b in zip(laps, laps[1:])}
print(json.dumps({"steps": steps, "hit": hits[0].content if hits else None}, ensure_ascii=False))
"""


class Took(NamedTuple):
    """Seconds by the wall and of the processor: on a machine that is busy with other things only the second tells."""

    wall: float
    processor: float

    def __add__(self, other: object) -> Took:
        assert isinstance(other, Took)
        return Took(self.wall + other.wall, self.processor + other.processor)


def now() -> Took:
    """Both clocks, the processor's of finished children."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Took(time.perf_counter(), spent.ru_utime + spent.ru_stime)


def run(command: list[str], place: Path) -> tuple[Took, str]:
    """How long a command took, and its output; ends the benchmark when it fails."""
    begun = now()
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command[:4])} … failed:\n{done.stdout}{done.stderr}")
    ended = now()
    return Took(ended.wall - begun.wall, ended.processor - begun.processor), done.stdout


def sizes(folder: Path) -> dict[str, float]:
    """MB (10⁶ bytes) of the files by top folder; bytecode under "bytecode"."""
    found: dict[str, float] = {}
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            top = "bytecode" if path.suffix == ".pyc" else path.relative_to(folder).parts[0]
            found[top] = found.get(top, 0) + path.stat().st_size / 1e6
    return found


def without_network(place: Path) -> list[str]:
    """The prefix that runs a command where there is no network; empty when the system does not let us."""
    prefix = ["unshare", "--map-root-user", "--net"]
    try:
        done = subprocess.run([*prefix, "true"], cwd=place, capture_output=True, check=False)
    except OSError:
        return []
    return prefix if done.returncode == 0 else []


def measure(place: Path) -> dict[str, Any]:
    """All figures."""
    run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(place), str(ROOT)], place)
    wheel = next(place.glob("jiyi-*.whl"))
    venv = place / "env"
    python = venv / "bin" / "python"
    made, _ = run([sys.executable, "-m", "venv", str(venv)], place)
    lib = next((venv / "lib").glob("python*/site-packages"))
    before = sizes(lib)
    installed, _ = run([str(python), "-m", "pip", "install", "-q", str(wheel)], place)
    after = sizes(lib)
    added = {top: size - before.get(top, 0) for top, size in after.items() if size - before.get(top, 0) > 0.05}
    alone = without_network(place)
    first, out = run([*alone, str(python), "-c", FIRST, ",".join(FORBIDDEN)], place)
    told = json.loads(out.splitlines()[-1])
    times = {
        "from nothing to the first recall, two commands": made + installed + first,
        "· python -m venv": made,
        "· pip install": installed,
        "· first program": first,
        **{f"· · {name}": Took(*step) for name, step in told["steps"].items()},
    }
    size = {"bytecode": added.pop("bytecode", 0), **dict(sorted(added.items(), key=lambda pair: -pair[1]))}
    where = "in a namespace without network" if alone else "by audit hook"
    return {"times": times, "size": size, "wheel": wheel.stat().st_size / 1e6, "hit": told["hit"], "where": where}


def show(found: dict[str, Any]) -> None:
    """The table."""
    size: dict[str, float] = found["size"]
    total = sum(size.values())
    print("| what | seconds | of processor | target |\n|---|--:|--:|--:|")
    for name, took in found["times"].items():
        print(f"| {name} | {took.wall:.2f} | {took.processor:.2f} | {'60' if name.startswith('from') else ''} |")
    print("\n| what | MB | target |\n|---|--:|--:|")
    print(f"| installed | {total:.0f} | 150 |")
    print(f"| · without bytecode | {total - size['bytecode']:.0f} | |")
    for name, one in list(size.items())[:9]:
        print(f"| · {name} | {one:.1f} | |")
    print(f"| jiyi's own wheel | {found['wheel']:.2f} | |")
    print(f"\nConnections while running: 0 ({found['where']}). First hit: {found['hit']}")
    print("MB are 10⁶ bytes of file contents. Repeat: python benchmarks/size.py")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", metavar="OUT", help="write the figures there as well")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        found = measure(Path(place))
    show(found)
    if asked.json:
        Path(asked.json).write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
