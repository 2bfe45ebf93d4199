"""`startline games`, `scenarios`, `check`, `export`, `import` and `catalogue`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import main
from app.command_line.output import BAD_INPUT, FAILED, OK
from engine import games
from engine.bad_input import BadInput
from engine.catalogue import store
from engine.catalogue.scenario_text import dumps, load_file, loads


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """An empty catalogue of our own."""
    path = tmp_path / "club.db"
    store.open(path, create=True).close()
    return path


@pytest.fixture
def text_file(tmp_path: Path) -> Path:
    path = tmp_path / "bridge.toml"
    path.write_text(games.game("toy").scenario_text("toy-bridge"), encoding="utf-8")
    return path


def told(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == OK
    assert re.search(r"toy +The Bridge", capsys.readouterr().out)
    assert main(["games", "--json"]) == OK
    toy = next(row for row in told(capsys) if row["key"] == "toy")
    assert toy == {"key": "toy", "title": "The Bridge", "rules_version": 2, "scenarios": 3, "cases": 28}


def test_scenarios_of_the_games_are_listed_without_a_catalogue(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise BadInput("The catalogue is missing")

    monkeypatch.setattr("engine.catalogue.user_copy.user_catalogue", missing)
    assert main(["scenarios", "--game", "toy", "--json"]) == OK
    said = capsys.readouterr()
    assert said.err == "startline: The catalogue is missing\n"
    assert [row["key"] for row in json.loads(said.out)] == ["toy-bridge", "toy-mud", "toy-relief"]
    assert main(["scenarios", "--game", "chess"]) == BAD_INPUT


def test_a_named_catalogue_stands_for_itself(
    club: Path, text_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios", "--json", "--catalogue", str(club)]) == OK
    assert told(capsys) == []
    assert main(["--catalogue", str(club), "import", str(text_file), "--as", "mine"]) == OK
    assert "mine imported as revision 1" in capsys.readouterr().out
    assert main(["scenarios", "--json", "--catalogue", str(club)]) == OK
    (row,) = told(capsys)
    assert (row["key"], row["game"], row["turns"], row["units"], row["from"]) == ("mine", "toy", 3, 7, "own")
    assert main(["scenarios", "--catalogue", str(club.with_name("none.db"))]) == BAD_INPUT
    assert "There is no catalogue" in capsys.readouterr().err


def test_what_is_exported_can_be_imported(
    club: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.toml"
    assert main(["export", "toy-bridge", str(path)]) == OK
    assert load_file(path) == loads(games.game("toy").scenario_text("toy-bridge"))
    assert main(["export", "toy-bridge", str(path)]) == BAD_INPUT
    assert "already exists" in capsys.readouterr().err
    assert main(["export", "toy-mud", str(path), "--force"]) == OK
    assert load_file(path).key == "toy-mud"
    assert main(["import", str(path), "--catalogue", str(club)]) == OK
    capsys.readouterr()
    assert main(["export", "toy-mud", "--catalogue", str(club)]) == OK
    assert loads(capsys.readouterr().out) == load_file(path)


def test_importing_again_makes_a_new_revision(
    club: Path, text_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for revision in (1, 2):
        assert main(["import", str(text_file), "--catalogue", str(club)]) == OK
        assert f"revision {revision}" in capsys.readouterr().out


def test_a_sound_scenario_passes_the_check(text_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("toy-bridge", "toy-mud", str(text_file)):
        assert main(["check", name]) == OK
    capsys.readouterr()
    assert main(["check", "toy-bridge", "--json"]) == OK
    answer = told(capsys)
    assert answer["scenario"] == "toy-bridge"
    assert all(finding["severity"] != "error" for finding in answer["findings"])


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ('unit = "R1", place = "0102"', 'unit = "R1", place = "9999"', "R1"),
        ('side = "red", type = "foot"}', 'side = "green", type = "foot"}', "unit"),
        ('game = "toy"', 'game = "chess"', "game"),
    ],
)
def test_mistakes_in_a_scenario_are_exit_1(
    text_file: Path, old: str, new: str, where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", "toy-bridge", str(text_file), "--force"]) == OK
    text = text_file.read_text(encoding="utf-8")
    assert old in text
    text_file.write_text(text.replace(old, new), encoding="utf-8")
    assert main(["check", str(text_file), "--json"]) == FAILED
    errors = [finding for finding in told(capsys)["findings"] if finding["severity"] == "error"]
    assert any(where in finding["where"] for finding in errors)


def test_what_is_no_scenario_is_exit_2(
    tmp_path: Path, club: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("format = 3", encoding="utf-8")
    for words in (
        ["check", str(path)],
        ["check", str(tmp_path / "missing.toml")],
        ["check", "no-such-scenario", "--catalogue", str(club)],
        ["export", "no-such-scenario", "--catalogue", str(club)],
        ["import", str(path), "--catalogue", str(club)],
        ["import", str(path), "--catalogue", str(path)],
    ):
        assert main(words) == BAD_INPUT, words
        said = capsys.readouterr()
        assert said.out == "" and said.err.startswith("startline: ") and said.err.count("\n") == 1


def test_a_map_that_a_file_names_is_looked_up_in_the_catalogue(
    club: Path, text_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = load_file(text_file)
    text_file.write_text(dumps(document, map_by_key=True), encoding="utf-8")
    assert main(["check", str(text_file), "--catalogue", str(club)]) == BAD_INPUT
    assert document.map.key in capsys.readouterr().err
    with store.open(club) as catalogue:
        catalogue.save(document)
    assert main(["check", str(text_file), "--catalogue", str(club)]) == OK


def test_the_catalogue_is_built_and_verified(
    tmp_path: Path, text_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "built.db"
    assert main(["catalogue", "build", str(path), "--json"]) == OK
    assert told(capsys)["file"] == str(path)
    assert main(["catalogue", "verify", str(path)]) == OK
    assert "matches its sources" in capsys.readouterr().out
    assert main(["import", str(text_file), "--catalogue", str(path)]) == OK
    capsys.readouterr()
    assert main(["catalogue", "verify", str(path), "--json"]) == FAILED
    assert any("scenarios differs" in problem for problem in told(capsys)["problems"])
    assert main(["catalogue", "verify", str(tmp_path / "none.db")]) == BAD_INPUT
