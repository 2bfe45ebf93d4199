"""`startline hex`, and the words of one game that `startline try --guide KEY` tells."""

from __future__ import annotations

import json

import pytest

from app.__main__ import main
from app.command_line.output import BAD_INPUT, OK


def test_a_hex_of_a_scenario_is_told_with_its_sides(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", "ddb-carentan", "0906"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "0906  marsh"
    (south,) = [line.split() for line in lines if line.startswith("S ")]
    assert south == ["S", "0907", "marsh", "bridge,", "river", "Douve,", "road", "N13"]


def test_a_hex_for_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", "ddb-carentan", "0101", "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert (found["hex"], found["map"]) == ("0101", "ddb-carentan")
    assert [side["direction"] for side in found["sides"]] == ["N", "NE", "SE", "S", "SW", "NW"]
    assert found["sides"][0]["hex"] == "off the map"


def test_a_hex_with_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", "ddb-carentan", "1007"]) == OK
    assert "Carentan" in capsys.readouterr().out.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["ddb-carentan", "9999"], "has no hex '9999'"),
        (["nowhere", "0101"], "There is no map or scenario 'nowhere'"),
    ],
)
def test_what_there_is_not(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hex", *words]) == BAD_INPUT
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("ddb", ["night movement", "unsupplied", "markers.allied", "PickZone", "quality", "Air strikes"]),
        ("ttr", ["reorganization", "air-supplied", "asp.allied", "TakeLosses", "Combat Segment"]),
        ("toy", ["MoveUnit", "Movement", "turn"]),
    ],
)
def test_the_guide_tells_the_words_of_a_game(
    key: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["try", "--guide", key]) == OK
    told = " ".join(capsys.readouterr().out.split())
    assert all(word in told for word in words)


def test_the_guide_of_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["try", "--guide", "chess"]) == BAD_INPUT
    assert "chess" in capsys.readouterr().err
