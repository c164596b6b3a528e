"""What an OpenAI-compatible endpoint understands of a request, and how to put one to it. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from jiyi.language.passages import clean

SchemaMode = Literal["json_schema", "json_object", "none"]
WEAKER: dict[SchemaMode, SchemaMode] = {"json_schema": "json_object", "json_object": "none"}
ASK = (
    "Answer with one JSON object that fits this JSON schema, and with nothing else: no explanation, no code fence, "
    "not the schema itself.\n"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """The parts of the API that differ between endpoints. Starts with the settings and gives way when refused."""

    schema_mode: SchemaMode = "json_schema"
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    temperature: bool = True  # it may be set to 0

    def payload(
        self, model: str, messages: Sequence[dict[str, str]], schema: dict[str, Any] | None, max_tokens: int
    ) -> dict[str, Any]:
        """The body of a `/chat/completions` request."""
        asked = [{name: clean(text) for name, text in message.items()} for message in messages]
        body: dict[str, Any] = {"model": model, "messages": asked, self.limit: max_tokens}
        if self.temperature:
            body["temperature"] = 0
        if schema is None:
            return body
        if self.schema_mode == "json_schema":
            wanted = {"name": "answer", "schema": schema, "strict": is_strict(schema)}
            body["response_format"] = {"type": "json_schema", "json_schema": wanted}
            return body
        asked.append({"role": "system", "content": ASK + json.dumps(schema, ensure_ascii=False)})
        if self.schema_mode == "json_object":
            body["response_format"] = {"type": "json_object"}
        return body

    def without(self, param: str, *, with_schema: bool) -> Dialect | None:
        """What to try after the endpoint refused a request, naming `param` or ''. None: nothing is left to try."""
        name = param.split(".")[0]
        if name == "max_tokens" and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if name == "temperature" and self.temperature:
            return replace(self, temperature=False)
        if name in ("", "response_format") and with_schema and self.schema_mode in WEAKER:
            return replace(self, schema_mode=WEAKER[self.schema_mode])
        return None


def is_strict(schema: Any) -> bool:
    """True when every object in the schema lists all its properties as required and allows no other."""
    if isinstance(schema, list):
        return all(is_strict(part) for part in schema)
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object" or "properties" in schema:
        names = set(schema.get("properties", {}))
        if schema.get("additionalProperties") is not False or set(schema.get("required", ())) != names:
            return False
    return all(is_strict(part) for part in schema.values())
