"""The walk-through of CONTRIBUTING is the game that lies here, and the game is sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.__main__ import main
from app.command_line.output import OK
from engine import games
from engine.bots.fuzz import Plan, fuzz
from engine.referee.citations import matrix
from engine.referee.rulebook import Rulebook
from engine.referee.worked_example import run_file
from tests.tiny_game import game

HERE = Path(__file__).parent
PAGE = (HERE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = PAGE[PAGE.index("### A whole game in a dozen rules") : PAGE.index("\n## Tests\n")]
CASES = Rulebook.load(HERE / "rules.toml").cases
CHAPTERS = ("movement.py", "combat.py", "turn.py")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARTLINE_GAMES", "tests.toy tests.tiny_game")


def quotations() -> Iterator[tuple[str, str]]:
    """Each piece of code on the page with the file that it is from."""
    for kind, code in re.findall(r"```(\w+)\n(.*?)\n```", SECTION, re.DOTALL):
        first, _, rest = code.partition("\n")
        assert first.startswith("# "), f"a piece of {kind} names no file"
        yield first.removeprefix("# "), rest


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_every_quotation_stands_in_the_game_word_for_word() -> None:
    found = list(quotations())
    assert len(found) >= 10
    for file, code in found:
        assert f"\n{code}\n" in "\n" + (HERE / file).read_text(encoding="utf-8"), f"{file}: {code[:60]}"


def test_the_page_shows_the_code_of_every_case() -> None:
    shown = " ".join(code for _, code in quotations())
    assert [case for case in CASES if f'"{case}"' not in shown] == []


def test_the_lines_for_each_case_are_counted() -> None:
    stated = [int(number) for number in re.findall(r"\d+", SECTION[SECTION.index("Hill 40 has") :])]
    whole = sum(lines(path) for path in HERE.glob("*.py") if not path.name.startswith("test_"))
    chapters = sum(lines(HERE / name) for name in CHAPTERS)
    assert stated == [40, len(CASES), whole, chapters, chapters // len(CASES), whole - chapters]


@pytest.mark.parametrize("path", sorted((HERE / "examples").glob("*.toml")), ids=lambda path: path.stem)
def test_worked_example(path: Path) -> None:
    result = run_file(path, games.game)
    assert not result.failures, "\n".join(["", *result.failures])


def test_every_case_has_code_and_an_example() -> None:
    found = matrix(game())
    assert found.problems == ()
    assert [row.case.id for row in found.rows] == list(CASES)
    assert [row.case.id for row in found.rows if not row.code or not row.examples] == []


def test_an_example_notices_when_any_rule_is_taken_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "hill", "--prove"]) == OK
    assert "a worked example fails when the place is removed" in capsys.readouterr().out


def test_random_play_finds_nothing(tmp_path: Path) -> None:
    report = fuzz("hill", Plan(games=12, seed=5), 1, tmp_path)
    assert [str(failure) for failure in report.failures] == []
    assert "turn limit" not in report.summary()["ends"]
