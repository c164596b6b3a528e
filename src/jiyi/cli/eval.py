"""`jiyi eval`: how well cases are judged from end to end, by language and kind, with every miss in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jiyi.cli.frame import Frame, command
from jiyi.trace import counted

if TYPE_CHECKING:
    from jiyi.evaluate import Miss, Report

PANEL = "Running it"
FORMS = {"extraction": "提取", "revision": "修订", "guard": "防泄露", "forget": "遗忘"}
FAULTS = {
    "missed": "没记住",
    "false": "不该记",
    "kept": "记下的是",
    "not current": "应当有效却没有",
    "still current": "应当失效却还在",
    "not pending": "应当待确认却没有",
    "current memories": "有效的条数不对",
    "ended": "不该结束却结束了",
    "false alarm": "误报",
    "not remembered": "没记住",
}


def register(app: typer.Typer) -> None:
    command(app, "eval", PANEL)(eval_)


async def eval_(
    frame: Frame,
    cases: Annotated[list[Path], typer.Argument(metavar="CASES…", help="Files of cases, one JSON object a line.")],
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="The figures without the misses.")] = False,
) -> None:
    """Score files of cases from end to end: what is kept, replaced, withheld and forgotten.

    Works on stores that are thrown away; yours is not opened. A case's keys say what it asks: turns and expect;
    first and second; text and secret; said and order.
    """
    from jiyi.evaluate import evaluate  # noqa: PLC0415 - start-up time

    reports = await evaluate(cases, frame.settings())
    frame.emit({"files": [_plain(report) for report in reports]})
    if frame.as_json:
        return
    for report in reports:
        form = frame.pick(report.form, FORMS[report.form])
        frame.say(
            f"{report.file}: {counted(report.cases, 'case')}, {form}", f"{report.file}：{report.cases} 例，{form}"
        )
        frame.show(_table(frame, report))
        if not quiet:
            _misses(frame, report.misses)


def _plain(report: Report) -> dict[str, Any]:
    rows = [
        {
            "lang": lang,
            "kind": kind,
            "right": score.right,
            "missed": score.missed,
            "false": score.false,
            "precision": score.precision,
            "recall": score.recall,
            "f1": score.f1,
        }
        for (lang, kind), score in sorted(report.scores.items())
    ]
    misses = [{"id": miss.id, "said": miss.said, "faults": miss.faults} for miss in report.misses]
    return {"file": report.file, "form": report.form, "cases": report.cases, "scores": rows, "misses": misses}


def _table(frame: Frame, report: Report) -> Any:
    from jiyi.cli import show  # noqa: PLC0415 - start-up time

    heads = (
        ("language", "语言"),
        ("kind", "类别"),
        ("right", "正确"),
        ("missed", "漏"),
        ("false", "误"),
        ("precision", "精确率"),
        ("recall", "召回率"),
        ("F1", "F1"),
    )
    table = show.plain_table(*(frame.pick(*head) for head in heads))
    for (lang, kind), score in sorted(report.scores.items()):
        counts = (score.right, score.missed, score.false)
        shares = (score.precision, score.recall, score.f1)
        table.add_row(
            lang,
            frame.pick(kind, "全部") if kind == "all" else frame.word(kind),
            *("" if one is None else str(one) for one in counts),
            *("" if one is None else f"{one:.3f}" for one in shares),
        )
    return table


def _misses(frame: Frame, misses: Sequence[Miss]) -> None:
    for miss in misses:
        frame.show(f"[{miss.id}] {' / '.join(miss.said)}")
        for what, words in miss.faults:
            frame.show(f"    {frame.pick(what, FAULTS.get(what, frame.word(what)))}: {words}")
