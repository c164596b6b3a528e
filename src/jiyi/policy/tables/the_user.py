"""Words that say that the user is meant. They see folded text."""

from __future__ import annotations

from jiyi.language.regex import regex

US = regex(r"我|咱|俩|(?<![a-z])(?:i|we|me|us|my|our)(?![a-z])")
MYSELF = regex(r"[我咱俺]|\b(?:i|me|my|mine|we|us|our|ours|myself)\b")
# Somebody else did it, to the user; nobody in particular did: "they've taken me off statins".
TO_ME = regex(r"[给把让叫调派]我(?!们)|(?<![a-z])(?:me|my)(?![a-z])")
THEY_DID = regex(r"^they(?:'ve| have|'re| are)?(?: just| finally)? [a-z]+ (?:me|us|my|our)(?![a-z])")
# How one asks; the user is not what is asked about.
ASKING = regex(
    r"(?:告诉|提醒|通知|帮|给)(?:一下)?我|我(?:想|要|得)?(?:知道|问|忘|记)(?:了|得|一下)?"
    r"|\b(?:tell|remind|show|help) me\b|\bdo i (?:know|remember)\b|\bi (?:want to know|forgot|wonder)\b"
)
