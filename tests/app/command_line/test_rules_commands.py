"""`startline try` and `startline rules`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.__main__ import main
from app.command_line.output import BAD_INPUT, BUG, FAILED, OK
from engine.referee.dice import Dice
from tests.toy.the_bridge import TheBridge

FORKS = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
"""Newer Pythons warn of every fork beside a thread; the test runner has threads."""
EXAMPLES = Path(__file__).parents[2] / "toy" / "examples"
HEAD = """game = "toy"
case = "2.3"
title = "A try"
[[unit]]
key = "R1"
side = "red"
place = "0302"
[[unit]]
key = "B1"
side = "blue"
place = "0402"
"""
GOOD = HEAD + '[[do]]\naction = "select R1"\n[[do]]\naction = "cancel; select B1"\nexpect = "refused 2.3"\n'
WRONG = HEAD + '[[do]]\naction = "select B1"\n'
BUGGY = f'segment = "combat"\n{HEAD}[[do]]\naction = "attack 0402; add R1; resolve"\ndice = [9]\n'


def position(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def answers(capsys: pytest.CaptureFixture[str]) -> tuple[Any, str]:
    said = capsys.readouterr()
    return json.loads(said.out), said.err


def test_a_position_is_answered_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = position(tmp_path, "good.toml", GOOD)
    assert main(["try", path]) == OK
    (answer,), complaints = answers(capsys)
    assert complaints == ""
    assert (answer["file"], answer["game"], answer["passed"]) == (path, "toy", True)
    first, second = answer["tries"]
    assert first["answer"] == "accepted" and first["decision"]["frame"] == "MoveUnit"
    assert second["refusals"] == [{"case": "2.3", "why": "B1 belongs to blue"}]


def test_a_failed_expectation_is_exit_1_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = position(tmp_path, "wrong.toml", WRONG)
    assert main(["try", path]) == FAILED
    (answer,), complaints = answers(capsys)
    sentence = "should be accepted, but is refused: B1 belongs to blue (2.3)"
    assert answer["tries"][0]["failures"] == [sentence]
    assert complaints == f"startline: {path}: select B1: {sentence}\n"


def test_dice_that_cannot_fall_and_unknown_cases_are_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = position(tmp_path, "dice.toml", BUGGY)
    assert main(["try", dice]) == BAD_INPUT
    said = "`dice` do not fit in [[do]] number 1 (resolve): 1d6 is rolled, but the loaded dice show 9;"
    assert f"{dice}: {said}" in answers(capsys)[1]
    for text in (GOOD.replace('case = "2.3"', 'case = "9.99"'), GOOD.replace("refused 2.3", "refused 9.99")):
        assert main(["try", position(tmp_path, "case.toml", text)]) == BAD_INPUT
        assert "The rules of toy have no case '9.99'" in answers(capsys)[1]


def test_the_worst_of_several_files_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good, wrong = position(tmp_path, "good.toml", GOOD), position(tmp_path, "wrong.toml", WRONG)
    broken = position(tmp_path, "broken.toml", "game = ")
    assert main(["try", good, wrong, broken]) == BAD_INPUT
    given, complaints = answers(capsys)
    assert [answer["passed"] for answer in given] == [True, False, False]
    assert "This is not a position file" in given[2]["error"] and "broken.toml" in complaints
    bug = position(tmp_path, "bug.toml", BUGGY)
    monkeypatch.setattr(Dice, "roll", lambda dice, notation: {}["a hole"])
    assert main(["try", broken, bug]) == BUG
    assert "rules bug: KeyError('a hole')" in answers(capsys)[1]


def test_a_folder_stands_for_its_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["try", str(EXAMPLES)]) == OK
    given, _ = answers(capsys)
    assert len(given) == len(list(EXAMPLES.glob("*.toml"))) > 20


def test_how_a_position_is_written_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "--guide"]) == OK
    told = capsys.readouterr().out
    assert 'expect = "refused 3.2.1"' in told and '"4AD.gone" = true' in told
    assert main(["try"]) == BAD_INPUT
    assert "--guide" in capsys.readouterr().err


def test_the_matrix_as_columns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "toy"]) == OK
    told = capsys.readouterr().out
    assert "2.5   Stacking" in told and "permitted refused" in told
    assert "    28 cases" in told


def test_one_case_with_all_its_places(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "toy", "--case", "1.3"]) == OK
    told = capsys.readouterr().out
    assert told.startswith("1.3  Digging in\n\nThe sides dig")
    assert "refusals_to_dig (rule)" in told and "1.3-digging-in.toml: " in told and "Phase: 1 Turn" in told
    assert main(["rules", "toy", "--case", "9.9"]) == BAD_INPUT
    assert "have no case '9.9'" in capsys.readouterr().err


def test_the_matrix_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "toy", "--json"]) == OK
    told, _ = answers(capsys)
    assert told["game"] == "toy" and len(told["cases"]) == told["totals"]["cases"] == 28
    assert told["problems"] == []


@FORKS
def test_proving_takes_each_place_of_a_case_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "toy", "--case", "2.5", "--prove", "--json", "--jobs", "2"]) == OK
    told, _ = answers(capsys)
    assert len(told["proofs"]) > 1
    assert all(proof["noticed"] for proof in told["proofs"])
    assert any("2.5-two-in-a-hex.toml" in proof["examples"] for proof in told["proofs"])


@FORKS
def test_survivors_and_unreached_places_are_exit_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(TheBridge, "examples_path", lambda game: tmp_path)
    position(tmp_path, "weak.toml", HEAD + '[[do]]\naction = "select R1"\n')
    assert main(["rules", "toy", "--file", "movement.py", "--case", "2.3", "--prove"]) == FAILED
    told = capsys.readouterr().out
    assert "movement.py:" in told and "; no example runs over it" in told and "0 of 4 places" in told
    assert main(["rules", "toy", "--file", "combat.py", "--unreached"]) == FAILED
    told = capsys.readouterr().out
    assert "refusal Refusal('4.1'" in told and "No worked example reaches" in told
    assert "movement.py" not in told
    assert main(["rules", "toy", "--file", "nowhere.py", "--unreached"]) == BAD_INPUT
    assert "no module 'nowhere.py'" in capsys.readouterr().err


def test_an_unknown_case_is_exit_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(TheBridge, "examples_path", lambda game: tmp_path)
    position(tmp_path, "unknown.toml", GOOD.replace('"2.3"', '"2.3.9"', 1))
    assert main(["rules", "toy"]) == FAILED
    assert "unknown.toml names 2.3.9, which is not a case" in capsys.readouterr().err


def test_uncovered_cases_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(TheBridge, "examples_path", lambda game: tmp_path)
    position(tmp_path, "good.toml", GOOD)
    monkeypatch.setattr("app.command_line.rules._tests_folder", lambda: None)
    assert main(["rules", "toy", "--uncovered", "--json"]) == OK
    told, _ = answers(capsys)
    assert len(told["cases"]) == told["totals"]["uncovered"] == 27
    assert "2.3" not in [row["case"] for row in told["cases"]]
