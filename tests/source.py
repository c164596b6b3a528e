"""The project's own source, read once, for the tests that draw lines in it."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "jiyi"


@lru_cache(maxsize=1)
def modules() -> dict[str, ast.Module]:
    """Dotted name below `jiyi` ("" for the root) to syntax tree, of every module of the package."""
    trees = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        trees[name] = ast.parse(path.read_text(encoding="utf-8"), str(path))
    return trees


def path_of(name: str) -> Path:
    """The file of a module as `modules` names it."""
    base = PACKAGE.joinpath(*name.split(".")) if name else PACKAGE
    return base / "__init__.py" if base.is_dir() else base.with_suffix(".py")


def _deferred(tree: ast.Module) -> set[ast.AST]:
    """Nodes that do not run when the module is imported: bodies of functions, and of `if TYPE_CHECKING`."""
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        checking = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        if checking or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            found.update(inner for inner in ast.walk(node) if inner is not node)
    return found


def imports(name: str, *, at_import: bool = False) -> set[str]:
    """Full names of the modules that a module imports; `jiyi.x` for `from jiyi import x` where x is a module."""
    tree = modules()[name]
    skipped = _deferred(tree) if at_import else set()
    found: set[str] = set()
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: write the full name instead of a relative import"
            assert node.module
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            known = [one for one in inner if one.removeprefix("jiyi.") in modules()]
            found.update(known)
            if len(known) < len(inner):
                found.add(node.module)
    return found


def inside(name: str, *, at_import: bool = False) -> set[str]:
    """Those of `imports` that are the project's own, named as in `modules`."""
    own = {one.removeprefix("jiyi").removeprefix(".") for one in imports(name, at_import=at_import) if _own(one)}
    return own - {name}


def _own(full: str) -> bool:
    return full == "jiyi" or full.startswith("jiyi.")
