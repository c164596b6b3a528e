"""The guard's main verb: find, decide by policy, replace."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from jiyi.errors import UnknownField
from jiyi.language.regex import regex
from jiyi.policy.guard.contacts import contact_hits, mask
from jiyi.policy.guard.findings import CATEGORIES, Finding, Guarded, Policy
from jiyi.policy.guard.formats import format_hits
from jiyi.policy.guard.hits import Hit, merged
from jiyi.policy.guard.lists import list_hits
from jiyi.policy.guard.numbers import number_hits
from jiyi.policy.guard.own import own_hits, safe_pattern
from jiyi.policy.guard.phrases import phrase_hits
from jiyi.policy.guard.told import told_hits
from jiyi.policy.guard.view import view
from jiyi.settings import GuardSettings

MARKER = regex(r"\[[^\[\]\n]{1,60}(?:已略去| withheld)\]")
CONTACTS = ("phone", "email", "address")
RANK = {name: place for place, name in enumerate(CATEGORIES)}
HAN = regex(r"[\u3400-\u9fff]")
AROUND = 40  # characters looked at on each side to tell the language of a marker
ROUNDS = 3  # looks at a text, each without what the one before found
REPEATS = 50  # secrets whose other occurrences are looked for


def inspect(text: str, settings: GuardSettings) -> Guarded:
    """What of a text may be stored, and what was found in it.

    Each thing found is replaced by a marker in the language around it ("[身份证号已略去]",
    "[identity number withheld]") so that the rest stays readable; with the policy `mask` by its shape
    (`****7893`), with `keep` left. With `refuse` the result is `refused` and its `text` empty. Inspecting a
    result again finds nothing. Raises InvalidInput for a pattern of one's own that cannot be used, and
    UnknownField for a policy whose category does not exist.
    """
    policies, own = _rules(tuple(settings.policies.items()), tuple(settings.patterns.items()))
    seen = view(text)
    body = MARKER.sub(lambda marker: "\ufffc" * len(marker[0]), seen.text) if "[" in seen.text else seen.text
    hits: list[Hit] = []
    for _ in range(ROUNDS):
        more = _found(body)
        if not more:
            break
        hits += more
        body = _blanked(body, more)
    contacts = [name for name in CONTACTS if policies[name] != "keep"]
    if contacts:
        hits.extend(hit for hit in contact_hits(body) if hit.category in contacts)
    if own:
        hits.extend(own_hits(body, own))
    if not hits:
        return Guarded(text=text)
    findings = []
    for hit in merged(hits, RANK):
        action = policies[hit.category]
        if action == "keep":
            continue
        start, end = seen.span(hit.start, hit.end)
        findings.append(
            Finding(
                category=hit.category,
                action=action,
                start=start,
                end=end,
                replacement=replacement(text, start, end, hit.category, action),
            )
        )
    if any(finding.action == "refuse" for finding in findings):
        return Guarded(text="", findings=tuple(findings), refused=True)
    return Guarded(text="".join(_pieces(text, findings)), findings=tuple(findings))


def policy_of(category: str, settings: GuardSettings) -> Policy:
    """What the settings say shall happen to a category."""
    return _rules(tuple(settings.policies.items()), tuple(settings.patterns.items()))[0][category]


def marked(text: str) -> bool:
    """True when something was cut out of this text: it holds a marker, and so a clause of it is no memory."""
    return MARKER.search(text) is not None


@lru_cache(maxsize=64)
def _rules(
    policies: tuple[tuple[str, Policy], ...], patterns: tuple[tuple[str, str], ...]
) -> tuple[dict[str, Policy], tuple[tuple[str, re.Pattern[str]], ...]]:
    """The policy of every category, and one's own patterns compiled. Settings may change at any call."""
    own = tuple((name, safe_pattern(name, pattern)) for name, pattern in patterns)
    result: dict[str, Policy] = {name: category.policy for name, category in CATEGORIES.items()}
    result.update({name: "cut" for name, _ in own if name not in CATEGORIES})
    for name, policy in policies:
        if name not in result:
            raise UnknownField(f"guard policy for {name!r}: no such category; there are {', '.join(sorted(result))}")
        result[name] = policy
    return result, own


def _found(body: str) -> list[Hit]:
    lower = _lower(body)
    hits = [*format_hits(body), *number_hits(body, lower), *phrase_hits(body, lower), *list_hits(body, lower)]
    hits += told_hits(body, lower)
    return [*hits, *_repeated(body, hits)] if hits else hits


def _blanked(body: str, hits: Sequence[Hit]) -> str:
    """The text as it will be seen without these: what they hid from the patterns shows now."""
    pieces, at = [], 0
    for hit in merged(hits, RANK):
        pieces += [body[at : hit.start], "\ufffc" * (hit.end - hit.start)]
        at = hit.end
    return "".join([*pieces, body[at:]])


def _lower(body: str) -> str:
    """The text in lower case, character by character: a few letters would become two."""
    lower = body.lower()
    return lower if len(lower) == len(body) else "".join(low if len(low := c.lower()) == 1 else c for c in body)


def _repeated(body: str, hits: Sequence[Hit]) -> Iterator[Hit]:
    """The same secret said again without the words that gave it away the first time."""
    secrets = {body[hit.start : hit.end]: hit.category for hit in hits if hit.end - hit.start >= 6}
    for secret, category in list(secrets.items())[:REPEATS]:
        if not any(character.isdigit() for character in secret) and secret.isalpha():
            continue
        at = body.find(secret)
        while at >= 0:
            yield Hit(at, at + len(secret), category)
            at = body.find(secret, at + len(secret))


def replacement(text: str, start: int, end: int, category: str, action: Policy) -> str:
    """What is put in the place of a secret, in the language around it."""
    if action == "mask":
        return _shape(text[start:end], category)
    known = CATEGORIES.get(category)
    if HAN.search(text[max(0, start - AROUND) : end + AROUND]):
        return f"[{known.zh if known else category}已略去]"
    return f"[{known.en if known else category} withheld]"


def _shape(secret: str, category: str) -> str:
    """What the policy `mask` leaves: the last four of a long number, else nothing of it."""
    if category in CONTACTS:
        return mask(secret)
    plain = [character for character in view(secret).text if character.isalnum()]
    numeric = category not in ("password", "code", "api_key", "private_key", "url_login", "seed_phrase", "cvv")
    return "****" + ("".join(plain[-4:]) if numeric and len(plain) >= 12 else "")


def _pieces(text: str, findings: Sequence[Finding]) -> Iterator[str]:
    at = 0
    for finding in findings:
        yield text[at : finding.start]
        yield finding.replacement
        at = finding.end
    yield text[at:]
