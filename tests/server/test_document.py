"""The OpenAPI document keeps what it says: whatever fits it, and much that does not, gets a documented answer."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
import schemathesis
import schemathesis.specs.openapi.schemas  # else `from_dict` reads it late, which has failed in long runs
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from jiyi.server.app import described
from jiyi.server.operations import OPERATIONS, PREFIX
from server.conftest import Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 12  # of each operation and mode
NAMES = [one.name.replace(".", "_").strip("_") for one in OPERATIONS if one.name not in ("drain", "sync")]


@pytest.fixture(scope="session")
def schema(shared: tuple[Server, Any]) -> Any:
    made = schemathesis.openapi.from_dict(described(shared[0].serving))
    # What the server's thread imports at first use is imported now, and not while hypothesis sets the recursion limit.
    how = {"params": {"user": "u"}, "trust_env": False, "timeout": 60}
    httpx2.post(f"{shared[0].url}{PREFIX}/memories", json={"content": "I love chess."}, **how).raise_for_status()
    httpx2.post(f"{shared[0].url}{PREFIX}/recall", json={"query": "chess"}, **how).raise_for_status()
    return made


@pytest.mark.slow
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda one: one.value)
@pytest.mark.parametrize("name", [*NAMES, "token"])
def test_answer_is_a_documented_one_when_anything_is_asked(
    server: Server, schema: Any, name: str, mode: GenerationMode
) -> None:
    operation = schema.find_operation_by_id(name)
    # A tuple in an array in a property named `items` is read as an older way to write tuples, which is no schema now.
    checks = [one for one in CHECKS if name != "maintain" or one is not response_schema_conformance]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def answers(case: Any) -> None:
        case.call_and_validate(base_url=server.url, checks=checks, timeout=60)

    answers()
