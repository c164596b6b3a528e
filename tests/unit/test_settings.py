"""Settings come from arguments, then the environment, then the defaults; what is not known is an error."""

from __future__ import annotations

import pytest
from pydantic import BaseModel, ValidationError

from jiyi.settings import Settings, WindowSettings
from source import PACKAGE


def test_environment_fills_what_no_argument_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JIYI_ZONE", "Asia/Shanghai")
    monkeypatch.setenv("JIYI_WINDOW__TURNS", "8")
    assert (Settings().zone, Settings().window.turns) == ("Asia/Shanghai", 8)
    assert Settings(zone="Europe/Berlin").zone == "Europe/Berlin"
    assert Settings().window.strategy == WindowSettings().strategy


def test_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JIYI_ZONE", "")
    assert Settings().zone == "UTC"


def test_unknown_field_is_an_error_when_passed_or_nested() -> None:
    with pytest.raises(ValidationError, match="extra"):
        Settings(zome="UTC")  # type: ignore[call-arg]
    with pytest.raises(ValidationError, match="extra"):
        Settings(window={"turn": 3})  # type: ignore[arg-type]


def test_unknown_nested_variable_is_an_error_when_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JIYI_WINDOW__TURN", "8")
    with pytest.raises(ValidationError, match="turn"):
        Settings()


@pytest.mark.parametrize("zone", ["Mars/Base", "", "../etc", "UTC+8", "中国", "Asia"])
def test_zone_is_refused_when_it_is_no_iana_name(zone: str) -> None:
    with pytest.raises(ValidationError, match="zone"):
        Settings(zone=zone)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Shanghai", "Pacific/Midway", "America/St_Johns"])
def test_zone_is_taken_when_it_is_an_iana_name(zone: str) -> None:
    assert Settings(zone=zone).zone == zone


def test_settings_stay_as_they_are_when_made() -> None:
    made = Settings()
    with pytest.raises(ValidationError, match="frozen"):
        made.zone = "Asia/Shanghai"
    for name in type(made).model_fields:
        group = getattr(made, name)
        if isinstance(group, BaseModel):
            assert group.model_config.get("frozen"), name


def test_key_is_not_shown_when_settings_are_printed() -> None:
    made = Settings(model={"base_url": "http://localhost:1", "model": "m", "key": "the-key-itself"})  # type: ignore[arg-type]
    assert "the-key-itself" not in repr(made) + str(made) + made.model_dump_json()


@pytest.mark.parametrize(
    ("group", "field", "value"),
    [
        ("window", "turns", 0),
        ("window", "compact_at", 1.5),
        ("window", "strategy", "everything"),
        ("worker", "attempts", 0),
        ("forget", "doubtful_below", 2),
        ("limits", "message_characters", 0),
        ("guard", "policies", {"password": "ignore"}),
    ],
)
def test_value_is_refused_when_out_of_range(group: str, field: str, value: object) -> None:
    with pytest.raises(ValidationError, match=field):
        Settings(**{group: {field: value}})  # type: ignore[arg-type]


def test_every_setting_is_read_somewhere_when_documented() -> None:
    """A setting that nothing reads would be a promise that nobody keeps."""
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py") if path.name != "settings.py")
    fields = [*Settings.model_fields]
    for group in Settings.model_fields.values():
        for kind in (group.annotation, *getattr(group.annotation, "__args__", ())):
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                fields += kind.model_fields
    assert [name for name in fields if f".{name}" not in code] == []


def test_group_is_read_as_json_and_its_fields_win_when_both_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JIYI_WINDOW", '{"turns": 5, "tokens": 99}')
    monkeypatch.setenv("JIYI_WINDOW__TURNS", "9")
    monkeypatch.setenv("JIYI_GUARD__POLICIES__PHONE", "keep")
    monkeypatch.setenv("JIYI_FORGET__HALF_LIFE_DAYS", '{"event": 3}')
    made = Settings(window={"strategy": "turns"})  # type: ignore[arg-type]
    assert (made.window.strategy, made.window.turns, made.window.tokens) == ("turns", 9, 99)
    assert (made.guard.policies, made.forget.half_life_days) == ({"phone": "keep"}, {"event": 3.0})


def test_broken_json_is_an_error_when_a_group_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JIYI_WINDOW", "{turns: 5")
    with pytest.raises(ValidationError, match="window"):
        Settings()
