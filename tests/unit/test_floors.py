"""The house has floors: an import goes down, or stays within its own package. No rings. Policy touches nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

import pytest

from source import imports, inside, modules

FLOORS = {
    **dict.fromkeys(("records", "errors", "ids", "rows", "results", "trace", "reasons", "spans", "extras"), 0),
    **dict.fromkeys(("settings", "ports", "layout", "codec", "language", "policy"), 1),
    **dict.fromkeys(("stores", "models", "indexes"), 2),
    **dict.fromkeys(("flows",), 3),
    **dict.fromkeys(("background", "memory", "sync", "testing"), 4),
    **dict.fromkeys(("__main__", "cli", "demo", "chats", "evaluate", "server", "remote"), 5),
}
# On these floors a package may use another one beside it, as long as that one does not use it. Engines (2) are
# strangers to each other, or none could be swapped.
NEIGHBOURS = {0, 1, 3, 4, 5}

PURE = [name for name in modules() if name.split(".")[0] in ("policy", "language")]
IMPURE_MODULES = {
    "asyncio",
    "concurrent",
    "ctypes",
    "fcntl",
    "glob",
    "http",
    "io",
    "logging",
    "mmap",
    "multiprocessing",
    "os",
    "pathlib",
    "platform",
    "random",
    "secrets",
    "select",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "sys",
    "tempfile",
    "time",
    "urllib",
    "uuid",
}
IMPURE_CALLS = {"open", "print", "input", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"}


def package(name: str) -> str:
    return name.split(".")[0]


def floor(name: str) -> int:
    """The root, which only hands out the public names, lives on top of all."""
    return FLOORS[package(name)] if name else 9


@pytest.mark.parametrize("name", sorted(modules()))
def test_module_has_a_floor_when_it_exists(name: str) -> None:
    assert not name or package(name) in FLOORS, f"give jiyi.{name} a floor in this test and in ARCHITECTURE.md"


@pytest.mark.parametrize("name", sorted(modules()))
def test_import_goes_down_when_it_leaves_the_package(name: str) -> None:
    allowed_root = {"cli", "demo", "chats", "evaluate", "server"}  # may read jiyi.__version__
    for other in inside(name):
        if package(other) == package(name) or (not other and package(name) in allowed_root):
            continue
        same = floor(other) == floor(name) and floor(name) in NEIGHBOURS
        assert floor(other) < floor(name) or same, f"jiyi.{name} imports jiyi.{other}, which is not below it"


def test_packages_form_no_ring_when_on_one_floor() -> None:
    graph: dict[str, set[str]] = {}
    for name in modules():
        if name:
            graph.setdefault(package(name), set()).update(package(one) for one in inside(name) if one)
    for name, others in graph.items():
        others.discard(name)
    in_order(graph)


def test_modules_form_no_ring_when_imported() -> None:
    in_order({name: inside(name, at_import=True) for name in modules()})


def in_order(graph: dict[str, set[str]]) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail("a ring of imports: " + " → ".join(error.args[1]))


@pytest.mark.parametrize("name", PURE)
def test_policy_imports_no_machinery_when_pure(name: str) -> None:
    """`importlib.resources` is let through: shipped tables are read once, at import."""
    for full in imports(name):
        assert package(full) not in IMPURE_MODULES, f"jiyi.{name} imports {full}: policy and language are pure"


@pytest.mark.parametrize("name", PURE)
def test_policy_asks_no_clock_or_file_when_pure(name: str) -> None:
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            assert called not in IMPURE_CALLS, f"jiyi.{name}:{node.lineno} calls {called}"
            assert not called.startswith(("np.random.", "numpy.random.")), f"jiyi.{name}:{node.lineno} is random"


@pytest.mark.parametrize("name", sorted(modules()))
def test_environment_is_read_by_settings_alone_when_anywhere(name: str) -> None:
    if name == "settings":
        return
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("environ", "getenv"), f"jiyi.{name}:{node.lineno} reads the environment"


def test_root_loads_nothing_when_imported() -> None:
    """The public names come when asked for, so that the command line starts before numpy does."""
    check = "import sys, jiyi; assert not {'numpy', 'pydantic', 'jiyi.memory'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
