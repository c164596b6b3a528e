"""Write the reference pages from the source: docs/{en,zh}/settings.md and docs/{en,zh}/errors.md.

python scripts/make_docs.py           # writes them
python scripts/make_docs.py --check   # exits 1 when one is not what this would write

The English words are the comments and docstrings of settings.py and errors.py; the Chinese ones are in
`words.zh.toml` beside this file, and a missing one is an error.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTINGS, ERRORS = ROOT / "src/jiyi/settings.py", ROOT / "src/jiyi/errors.py"
ZH = tomllib.loads((ROOT / "scripts/words.zh.toml").read_text(encoding="utf-8"))
MADE = {
    "en": "<!-- Made by scripts/make_docs.py; change {source} and run it again. -->",
    "zh": "<!-- 由 scripts/make_docs.py 生成；请改 {source} 后重新运行。 -->",
}
GROUP = {"guard", "judge", "window", "recall", "worker", "forget", "model", "limits", "server"}


def group_classes() -> dict[str, ast.ClassDef]:
    """Classes of settings.py by name."""
    tree = ast.parse(SETTINGS.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def default_of(value: ast.expr | None) -> str:
    """The default as a person writes it."""
    if value is None:
        return "—"
    if isinstance(value, ast.Call):
        for word in value.keywords:
            if word.arg == "default":
                return default_of(word.value)
            if word.arg == "default_factory":
                text = ast.unparse(word.value)
                return "{}" if text == "dict" else text.removeprefix("lambda: ")
        inner = ast.unparse(value)
        return '""' if inner == "SecretStr('')" else inner
    if isinstance(value, ast.BinOp):
        return str(eval(ast.unparse(value)))  # a product of numbers in our own source
    return ast.unparse(value)


def fields(node: ast.ClassDef, lines: list[str]) -> Iterator[tuple[str, str, str, str]]:
    """(name, type, default, words) of each setting of a group."""
    for item in node.body:
        if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
            continue
        line = lines[(item.end_lineno or item.lineno) - 1]
        above = lines[item.lineno - 2].strip()
        said = re.search(r"  # (.+)$", line)
        words = said.group(1) if said else above.removeprefix("# ") if above.startswith("# ") else ""
        yield item.target.id, ast.unparse(item.annotation), default_of(item.value), words


def settings_page(language: str) -> str:
    """The page of all settings."""
    classes, lines = group_classes(), SETTINGS.read_text(encoding="utf-8").splitlines()
    zh = language == "zh"
    out = [
        "# 设置" if zh else "# Settings",
        "",
        MADE[language].format(source="src/jiyi/settings.py"),
        "",
        ZH["pages"]["settings"].strip() if zh else " ".join(_intro_en()),
    ]
    main = classes["Settings"]
    groups = [("", main)]
    for name, kind, _, _ in fields(main, lines):
        if name in GROUP:
            groups.append((name, classes[kind.split(" ")[0]]))
    for group, node in groups:
        title, about = _about(group, node, zh)
        out += [
            "",
            f"## {title}",
            "",
            about,
            "",
            "| 设置 | 默认 | 含义 |" if zh else "| setting | default | what it is |",
            "|---|---|---|",
        ]
        for name, kind, default, words in fields(node, lines):
            if not group and name in GROUP:
                continue
            path = f"{group}.{name}" if group else name
            said = ZH["settings"][path] if zh else words
            if not said:
                raise SystemExit(f"settings.py says nothing of {path}: give it a comment")
            choices = re.findall(r"'([a-z_]+)'", kind) if "Literal" in kind else []
            if choices:
                said += ("：" if zh else ": ") + " · ".join(f"`{one}`" for one in choices)
            out.append(f"| `{path}` | `{default}` | {said} |")
    return "\n".join(out) + "\n"


def _intro_en() -> list[str]:
    return [
        "Pass `Settings(...)` to `Memory.open`, or set variables: `JIYI_` and the name in capitals, groups joined by",
        "two underscores (`JIYI_WINDOW__TURNS=8`, `JIYI_MODEL__BASE_URL=…`). Arguments win over the environment, the",
        "environment over the defaults. An unknown field is an error. Settings are frozen once made.",
    ]


def _about(group: str, node: ast.ClassDef, zh: bool) -> tuple[str, str]:
    if zh:
        title, about = ZH["groups"][group or "settings"]
        return title, about
    about = " ".join((ast.get_docstring(node) or "").split())
    return (f"`{group}`" if group else "At the top"), about


def error_rows() -> list[tuple[int, str, int, str, str]]:
    """(depth, name, status, code, words) of each error, in the order of the tree."""
    tree = ast.parse(ERRORS.read_text(encoding="utf-8"))
    known: dict[str, tuple[int, str]] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            status, code = known.get(ast.unparse(node.bases[0]), (500, "error"))
            for item in node.body:
                if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Tuple):
                    status, code = ast.literal_eval(item.value)
                elif isinstance(item, ast.Assign | ast.AnnAssign) and item.value is not None:
                    target = item.target if isinstance(item, ast.AnnAssign) else item.targets[0]
                    value = ast.literal_eval(item.value)
                    status, code = (value, code) if ast.unparse(target) == "status" else (status, value)
            known[node.name] = (status, code)
    rows = []
    drawing = (ast.get_docstring(tree) or "").partition("\n\n")[2]
    for line in drawing.splitlines():
        found = re.match(r"^((?:[│ ]   |[├└]── )*)([A-Z]\w+) *(?:\d{3})? *(.*)$", line)
        if found:
            branch, name, words = found.groups()
            rows.append((len(branch) // 4, name, *known[name], words))
    return rows


def errors_page(language: str) -> str:
    """The page of all errors."""
    zh = language == "zh"
    out = [
        "# 错误" if zh else "# Errors",
        "",
        MADE[language].format(source="src/jiyi/errors.py"),
        "",
        ZH["pages"]["errors"].strip()
        if zh
        else "All are in `jiyi.errors` and inherit from `JiyiError`, whose `status` is an HTTP status and whose `code` "
        "is a stable name for programs. The message says what to do.",
        "",
        "| 错误 | HTTP | code | 何时 |" if zh else "| error | HTTP | code | when |",
        "|---|---|---|---|",
    ]
    for depth, name, status, code, words in error_rows():
        said = ZH["errors"][name] if zh else words or {"JiyiError": "the root", "StoreError": "the store failed"}[name]
        out.append(f"| {'&nbsp;&nbsp;' * depth}`{name}` | {status} | `{code}` | {said} |")
    return "\n".join(out) + "\n"


def pages() -> dict[Path, str]:
    """Every page that this script makes."""
    made = {}
    for language in ("en", "zh"):
        made[ROOT / "docs" / language / "settings.md"] = settings_page(language)
        made[ROOT / "docs" / language / "errors.md"] = errors_page(language)
    return made


def main() -> int:
    stale = [path for path, text in pages().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is out of date: run python scripts/make_docs.py")
        return bool(stale)
    for path in stale:
        path.write_text(pages()[path], encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
