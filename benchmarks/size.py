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
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
begun = time.perf_counter()
from jiyi import Memory
imported = time.perf_counter()
with Memory.open("first.db") as memory:
    opened = time.perf_counter()
    memory.session("me", "s").add("user", "我搬到青岛了。My sister's name is Ada.")
    memory.drain()
    learned = time.perf_counter()
    hits = memory.recall("me", "我住在哪里？").hits
    recalled = time.perf_counter()
import json
print(json.dumps({
    "import": imported - begun, "open": opened - imported, "add and learn": learned - opened,
    "recall": recalled - learned, "first hit": hits[0].content if hits else None,
}, ensure_ascii=False))
"""


def run(command: list[str], place: Path) -> tuple[float, str]:
    """Seconds and output of a command; ends the benchmark when it fails."""
    begun = time.perf_counter()
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command[:4])} … failed:\n{done.stdout}{done.stderr}")
    return time.perf_counter() - begun, done.stdout


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


def measure(place: Path) -> dict[str, object]:
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
    return {
        "wheel": wheel.stat().st_size / 1e6,
        "venv": made,
        "pip install": installed,
        "first program": first,
        "total": made + installed + first,
        "steps": json.loads(out.splitlines()[-1]),
        "size": {"bytecode": added.pop("bytecode", 0), **dict(sorted(added.items(), key=lambda pair: -pair[1]))},
        "network": "in a namespace without network" if alone else "no connection tried",
    }


def show(found: dict[str, object]) -> None:
    """The table."""
    size, steps = found["size"], found["steps"]
    assert isinstance(size, dict)
    assert isinstance(steps, dict)
    total = sum(size.values())
    print("| what | measured | target |\n|---|--:|--:|")
    print(f"| from nothing to the first recall, two commands | {found['total']:.1f} s | 60 s |")
    for name in ("venv", "pip install", "first program"):
        print(f"| · {name} | {found[name]:.1f} s | |")
    for name in ("import", "open", "add and learn", "recall"):
        print(f"| · · {name} | {steps[name]:.2f} s | |")
    print(f"| installed | {total:.0f} MB | 150 MB |")
    print(f"| · without bytecode | {total - size['bytecode']:.0f} MB | |")
    for name, one in list(size.items())[:9]:
        print(f"| · {name} | {one:.1f} MB | |")
    print(f"| jiyi's own wheel | {found['wheel']:.2f} MB | |")
    print(f"| connections while running | 0 ({found['network']}) | 0 |")
    print(f"\nFirst hit: {steps['first hit']}")
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
