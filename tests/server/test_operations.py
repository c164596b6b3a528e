"""The table holds every public verb, with the fields that the verb takes."""

from __future__ import annotations

import inspect
from dataclasses import fields

import pytest

from jiyi.memory import AsyncMemory, AsyncSession
from jiyi.results import Context, ContextTrace
from jiyi.server import wire
from jiyi.server.operations import BY_NAME, OPERATIONS, Operation, Right
from jiyi.server.tools import TOOLS
from jiyi.trace import Hit, Recall, Stage, Trace

NO_VERBS = {"open", "close", "session", "settings", "place", "user", "id"}


def verbs(owner: type) -> set[str]:
    return {name for name in vars(owner) if not name.startswith("_")} - NO_VERBS


def test_table_holds_every_public_verb_when_one_is_added() -> None:
    names = {one.name for one in OPERATIONS if not one.live}
    assert names == verbs(AsyncMemory) | {f"session.{one}" for one in verbs(AsyncSession)}


@pytest.mark.parametrize("operation", [one for one in OPERATIONS if not one.live], ids=lambda one: one.name)
def test_fields_are_the_parameters_of_the_verb(operation: Operation) -> None:
    kind, _, name = operation.name.rpartition(".")
    found = getattr(AsyncSession if kind else AsyncMemory, name)
    taken = set() if isinstance(found, property) else set(inspect.signature(found).parameters) - {"self", "user"}
    taken -= {"alive"}  # a function of this process cannot be sent
    own = {*operation.request.model_fields, *operation.places} - {"session" if kind else "", "why_not"}
    own -= {"zone"} if kind else set()
    own |= {"version"} if operation.versioned else set()
    assert own == taken


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_defaults_are_those_of_the_verb_when_documented(operation: Operation) -> None:
    kind, _, name = operation.name.rpartition(".")
    found = getattr(AsyncSession if kind else AsyncMemory, name, None)
    if operation.live or isinstance(found, property):
        return
    for field, parameter in inspect.signature(found).parameters.items():  # type: ignore[arg-type]
        asked = operation.request.model_fields.get(field)
        if asked is None or field in ("meta", "input") or parameter.default is inspect.Parameter.empty:
            continue
        mine = tuple(asked.default) if isinstance(asked.default, list) else asked.default
        assert mine == parameter.default, field


def test_paths_are_distinct_and_say_what_they_are_about() -> None:
    assert len({(one.method, one.path) for one in OPERATIONS}) == len(OPERATIONS)
    assert all(one.about for one in OPERATIONS)
    assert all(one.may is not Right.READ or one.method == "GET" or one.name in {"recall", "session.context"}
               for one in OPERATIONS)  # fmt: skip


def test_answers_hold_every_field_of_what_they_stand_for() -> None:
    def names(kind: type) -> set[str]:
        return {one.name for one in fields(kind)}

    assert names(wire.PlainContext) == names(Context)
    assert names(wire.PlainContextTrace) == names(ContextTrace)
    assert names(wire.PlainRecall) == names(Recall)
    assert names(wire.PlainTrace) - {"why_not"} == names(Trace) - {"ask"}
    assert names(Hit) and names(Stage)


def test_tools_are_operations_without_a_user() -> None:
    for tool in TOOLS:
        operation = BY_NAME[tool.name]
        assert set(tool.fields) <= {*operation.request.model_fields, *operation.places}
        assert "user" not in tool.fields
        assert set(tool.required) <= set(tool.fields)
        assert "all" in tool.about.lower() or "call" in tool.about.lower()
