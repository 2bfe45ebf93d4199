"""The matrix case → code → examples → tests, and every citation of a case that is not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.referee.citations import Citation, citations_in_code, citations_in_tests, examples, matrix
from engine.referee.game import Game
from tests.toy.the_bridge import TheBridge

HEAD = 'game = "toy"\ntitle = "x"\n[[unit]]\nkey = "R1"\nside = "red"\nplace = "0102"\n'


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy game with examples of our own; write them with `example`."""
    (tmp_path / "examples").mkdir()
    monkeypatch.setattr(TheBridge, "examples_path", lambda game: tmp_path / "examples")
    return games.game("toy")


def example(game: Game, name: str, cases: str, *tries: str) -> None:
    text = f"case = {cases}\n{HEAD}" + "".join(f"\n[[do]]\n{lines}\n" for lines in tries)
    (game.examples_path() / name).write_text(text, encoding="utf-8")


def test_every_way_of_citing_is_found_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "chapter").mkdir()
    (tmp_path / "chapter" / "combat.py").write_text(
        """
from x import case

@case("1", "2")
def refusals(tx, weather):
    yield Refusal("3", "no")
    yield Modifier(case="4", text="", amount=1)
    tx.roll("2d6", "5", "why")  # INTERPRETATION (6): as printed
    tx.emit(Event("Stormed", "The sea is rough", "7"))
    tx.draw(cup, "8" if weather else "9", "why")
    Refusal("referee", "the table itself")
    Event("NoCase", "text")
    weather.case("not a citation")

class Attack:
    @case("10")
    def apply(self, tx):
        tx.finish("north", "over", "11")
        return Strength("north", "two units", 2, "12")

class Decide(Menu):
    ruled_by = "13"
""",
        encoding="utf-8",
    )
    found = {cited.case: cited for cited in citations_in_code(tmp_path)}
    assert sorted(found, key=int) == [str(n) for n in range(1, 14)]
    assert found["1"] == Citation("1", "rule", "chapter/combat.py", 4, "refusals")
    assert found["3"] == Citation("3", "refusal", "chapter/combat.py", 6, "refusals")
    assert found["6"] == Citation("6", "interpretation", "chapter/combat.py", 8)
    assert (found["10"].function, found["11"].function) == ("Attack.apply", "Attack.apply")
    assert str(found["11"]) == "chapter/combat.py:18 Attack.apply"
    assert found["13"] == Citation("13", "refusal", "chapter/combat.py", 22, "Decide")
    how = {case: cited.how for case, cited in found.items()}
    assert how["4"] == "modifier" and how["8"] == how["9"] == "draw" and how["12"] == "strength"


def test_marks_of_tests_are_found_by_the_key_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(
        "pytestmark = pytest.mark.case('toy 1.1')\n"
        "@pytest.mark.case('toy 2.1', 'ttr 2.1')\n"
        "def test_it(): case('toy 3.1'); other.case('toy 3.1')\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.case('toy 4.1'))])\n"
        "def test_more(x): pass\n",
        encoding="utf-8",
    )
    found = [(cited.case, cited.line, cited.function) for cited in citations_in_tests(tmp_path, "toy")]
    assert found == [("1.1", 1, ""), ("2.1", 2, "test_it"), ("4.1", 4, "test_more")]


def test_the_matrix_of_the_toy_game_has_no_unknown_case() -> None:
    table = matrix(games.game("toy"), Path(__file__).parents[2])
    assert table.problems == ()
    assert list(table.rulebook.cases) == [row.case.id for row in table.rows]
    stacking = table.row("2.5")
    assert stacking.permitted and stacking.refused and stacking.covered
    assert any(cited.function == "refusals_to_detach" for cited in stacking.code)
    assert {"2.5-two-in-a-hex.toml", "2.5-opponent-chooses.toml"} <= {e.file for e in stacking.examples}
    with pytest.raises(BadInput, match="have no case"):
        table.row("99")


def test_examples_count_for_what_they_say(toy: Game) -> None:
    example(
        toy, "a.toml", '["2.1", "2.3"]', 'action = "select R1"', 'action = "dance"\nexpect = "refused 2.1"'
    )
    example(toy, "b.toml", '"2.2"', 'action = "dance"\nexpect = "refused 2.3"')
    example(toy, "c.toml", '"2.4"', 'action = "select R1"\nillegal = ["move 9999: referee 2.4"]')
    rows = {row.case.id: row for row in matrix(toy).rows}
    assert (rows["2.1"].permitted, rows["2.1"].refused) == (True, True)
    assert (rows["2.3"].permitted, rows["2.3"].refused) == (True, False)
    assert (rows["2.2"].permitted, rows["2.2"].refused) == (False, False)
    assert (rows["2.4"].permitted, rows["2.4"].refused) == (True, True)
    assert rows["2.5"].examples == () and not rows["2.5"].covered
    totals = matrix(toy).totals()
    assert totals["cases"] == len(rows) and totals["with a worked example"] == 4
    assert totals["with a permitted and a refused try"] == 2
    assert totals["uncovered"] == len(rows) - 4
    shown = json.loads(json.dumps(rows["2.1"].to_json()))
    assert shown["examples"] == ["a.toml"] and shown["covered"] and shown["code"]


def test_an_unknown_case_is_a_problem_wherever_it_is_named(toy: Game, tmp_path: Path) -> None:
    example(toy, "a.toml", '"9.9"', 'action = "dance"\nexpect = "refused 8.8"')
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_x.py").write_text("@pytest.mark.case('toy 7.7')\ndef test(): ...\n")
    problems = matrix(toy, tmp_path / "tests").problems
    assert problems == (
        "test_x.py:1 test cites 7.7, which is not a case",
        "a.toml names 8.8, which is not a case",
        "a.toml names 9.9, which is not a case",
    )


def test_rules_that_are_information_count_as_covered(
    toy: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = tmp_path / "rules.toml"
    text = toy.rules_path().read_text(encoding="utf-8")
    rules.write_text(text.replace('id = "7.2"', 'id = "7.2"\ninformation = true'), encoding="utf-8")
    monkeypatch.setattr(TheBridge, "rules_path", lambda game: rules)
    table = matrix(toy)
    assert table.row("7.2").covered and not table.row("7.1").covered
    assert table.totals()["information only"] == 1
    rules.write_text(text.replace('key = "toy"', 'key = "ttr"', 1), encoding="utf-8")
    assert "is the case index of 'ttr', not of 'toy'" in matrix(toy).problems[0]


def test_an_example_that_cannot_be_read_is_named(toy: Game) -> None:
    (toy.examples_path() / "bad.toml").write_text("game = ", encoding="utf-8")
    with pytest.raises(BadInput, match=r"bad\.toml: This is not a position file"):
        examples(toy)
    (toy.examples_path() / "bad.toml").unlink()
    example(toy, "other.toml", '"1.1"', 'action = "end"')
    other = toy.examples_path() / "other.toml"
    other.write_text(other.read_text(encoding="utf-8").replace('"toy"', '"ttr"'), encoding="utf-8")
    with pytest.raises(BadInput, match=r"other\.toml: this is a position of 'ttr'"):
        examples(toy)


def test_code_that_is_no_python_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def (", encoding="utf-8")
    with pytest.raises(BadInput, match=r"broken\.py is not Python"):
        list(citations_in_code(tmp_path))


class Elsewhere(TheBridge):
    """A game that does not say where its rules are."""

    rules_path = Game.rules_path
    examples_path = Game.examples_path


def test_a_game_finds_its_rules_in_its_package_or_among_the_resources() -> None:
    game = Elsewhere()
    assert game.rules_path() == TheBridge().rules_path()
    assert game.examples_path() == TheBridge().examples_path()
    game.package = "engine.games"  # type: ignore[misc]
    assert game.rules_path().parts[-3:] == ("resources", "rules", "toy.toml")
    assert game.examples_path().parts[-3:] == ("resources", "examples", "toy")
