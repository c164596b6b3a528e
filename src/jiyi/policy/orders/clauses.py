"""A message cut into clauses, and what a clause is about when another points back to it."""

from __future__ import annotations

from dataclasses import dataclass

from jiyi.language.regex import regex

END = regex(
    r"\.{3,}|…+|[,，;；。!！?？\n]+|(?<!\bre)[:：]+|\.(?=\s|$)|\s[-–—]+\s|[—–]+|\s(?=(?:so|but) )|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])|[\U0001f300-\U0001faff]+"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Words between two marks. `seen` is folded, `written` as it was written ("" when the two cannot be laid side by
    side), `mark` what follows."""

    seen: str
    written: str
    mark: str

    @property
    def asks(self) -> bool:
        return "?" in self.mark or "？" in self.mark


def clauses(seen: str, text: str) -> list[Clause]:
    """The clauses of a folded text, beside the text as it was written."""
    aligned = len(seen) == len(text)
    found: list[Clause] = []
    at = 0
    for start, end in [*(match.span() for match in END.finditer(seen)), (len(seen), len(seen))]:
        piece = seen[at:start]
        if piece.strip():
            left = at + len(piece) - len(piece.lstrip())
            right = left + len(piece.strip())
            written = text[left:right] if aligned else ""
            found.append(Clause(seen=seen[left:right], written=written, mark=seen[start:end]))
        at = end
    return found
