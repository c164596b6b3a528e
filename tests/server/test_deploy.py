"""What `deploy/` holds can be read, and names only what there is: figures, settings, commands, files."""

from __future__ import annotations

import configparser
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families
from typer.main import get_command

from jiyi.cli import app
from jiyi.server.figures import Figures
from jiyi.settings import Settings
from server.conftest import Server
from source import ROOT

DEPLOY = ROOT / "deploy"
FIGURE = re.compile(r"\bjiyi_\w+")


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def expressions() -> Iterator[tuple[str, str]]:
    for rule in yaml.safe_load(read("alerts.yaml"))["groups"][0]["rules"]:
        yield rule["alert"], rule["expr"]
    for panel in json.loads(read("grafana/jiyi.json"))["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


@pytest.fixture
def told(server: Server) -> dict[str, set[tuple[str, ...]]]:
    """The figures that a server tells: each sample's name with the names of its labels."""
    text = server.run(Figures.text(server.serving.figures, server.serving)).decode()  # type: ignore[attr-defined]
    return {
        sample.name: {tuple(sample.labels)}
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    } | {
        f"{family.name}{end}": set()
        for family in text_string_to_metric_families(text)
        for end in {"histogram": ("_bucket", "_sum", "_count"), "counter": ("_total",)}.get(family.type, ("",))
    }


def test_expressions_name_figures_that_there_are(told: dict[str, set[tuple[str, ...]]]) -> None:
    found = list(expressions())
    assert len(found) > 15
    for where, expression in found:
        for name in FIGURE.findall(expression):
            assert name in told, f"{where} asks for {name}, which no server tells"


def test_every_figure_is_looked_at_somewhere(told: dict[str, set[tuple[str, ...]]]) -> None:
    looked = {name for _, expression in expressions() for name in FIGURE.findall(expression)}
    golden = {"jiyi_writes_total", "jiyi_sync_delay_seconds_bucket", "jiyi_recall_seconds_bucket"}
    assert golden <= looked
    assert "jiyi_job_age_seconds" in looked
    assert "jiyi_model_tokens_total" in looked


def test_alerts_say_what_is_wrong_and_what_to_do() -> None:
    for rule in yaml.safe_load(read("alerts.yaml"))["groups"][0]["rules"]:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]
        assert rule["annotations"]["description"]
        assert re.fullmatch(r"\d+m", rule["for"])


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not here; Debian has it in `prometheus`")
def test_alerts_are_valid_when_prometheus_reads_them() -> None:
    done = subprocess.run(
        ["promtool", "check", "rules", "alerts.yaml"], cwd=DEPLOY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_dashboard_panels_have_a_place_and_a_source() -> None:
    board = json.loads(read("grafana/jiyi.json"))
    source = yaml.safe_load(read("grafana/datasource.yaml"))["datasources"][0]
    taken: set[tuple[int, int]] = set()
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    for panel in board["panels"]:
        assert panel["datasource"]["uid"] == source["uid"]
        at = panel["gridPos"]
        cells = {(at["x"] + dx, at["y"] + dy) for dx in range(at["w"]) for dy in range(at["h"])}
        assert not cells & taken, f"{panel['title']} lies over another panel"
        assert at["x"] + at["w"] <= 24
        taken |= cells


def test_settings_exist_when_a_file_names_them() -> None:
    named = set()
    for name in ("compose.yaml", "Dockerfile", "jiyi.service"):
        named |= set(re.findall(r"\bJIYI_[A-Z_]+(?=[=:])", read(name)))
    assert {"JIYI_URL", "JIYI_SERVER__HOST"} <= named
    for name in named - {"JIYI_HOSTS"}:  # which compose itself reads
        model: Any = Settings
        for part in name.removeprefix("JIYI_").lower().split("__"):
            assert part in model.model_fields, f"there is no setting for {name}"
            model = model.model_fields[part].annotation


def test_commands_exist_when_a_file_starts_them() -> None:
    known = get_command(app).commands  # type: ignore[attr-defined]
    image = read("Dockerfile")
    assert json.loads(re.search(r"^ENTRYPOINT (.+)$", image, re.MULTILINE)[1]) == ["jiyi"]  # type: ignore[index]
    assert json.loads(re.search(r"^CMD (.+)$", image, re.MULTILINE)[1])[0] in known  # type: ignore[index]
    worker = yaml.safe_load(read("compose.yaml"))["services"]["worker"]["command"]
    assert worker[0] in known
    assert worker[1] in [option for param in known[worker[0]].params for option in param.opts]
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(read("jiyi.service"))
    assert unit["Service"]["ExecStart"].split()[1] in known
    assert unit["Service"]["NoNewPrivileges"] == "yes"


def test_files_and_volumes_exist_when_compose_names_them() -> None:
    made = yaml.safe_load(read("compose.yaml"))
    secret = {"metrics.key"}  # made by hand, and ignored by git
    for name, service in made["services"].items():
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            if source.startswith("./"):
                assert (DEPLOY / source).is_file(), f"{name} mounts {source}"
            else:
                assert source in made["volumes"]
        for other in service.get("depends_on", {}):
            assert "healthcheck" in made["services"][other]
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:"), f"{name} is open to the world"
        image = service.get("image")
        assert image is None or re.search(r":v?\d", image), f"{name} pins no version"
    ignored = read(".gitignore").split()
    for one in made["secrets"].values():
        assert one["file"].removeprefix("./") in secret & set(ignored)


def test_image_copies_what_there_is_and_runs_as_nobody_special() -> None:
    image = read("Dockerfile")
    assert re.findall(r"^USER (\w+)$", image, re.MULTILINE)[-1] == "jiyi"
    extras = re.search(r'"\.\[([\w,]+)\]"', image)
    assert extras
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert all(re.search(rf"^{extra} = \[", project, re.MULTILINE) for extra in extras[1].split(","))
    assert (ROOT / "requirements-dev.lock").is_file()
    assert ".git" in (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
