"""Taking places out one by one, each in a copy of the process: what examples notice and what they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.proof.children import answers, limit_time
from engine.proof.mutants import Verdict, prove, take_out
from engine.proof.places import Place, modules_of, places
from engine.proof.reach import measured
from engine.proof.unreached import unreached
from engine.referee.citations import examples
from engine.referee.refusal import RulesBug
from tests.toy import combat, turn
from tests.toy.records import Piece
from tests.toy.the_bridge import TheBridge

# Newer Pythons warn of every fork beside a thread; the test runner has threads.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

HEAD = 'game = "toy"\ncase = "2.3"\ntitle = "x"\n[[unit]]\nkey = "R1"\nside = "red"\nplace = "0102"\n'
HEARD_BUT_NOT_EXPECTED = '[[do]]\naction = "select R1; move 0103"\nlegal = ["end"]\n'


def toy_places() -> list[Place]:
    return places(modules_of(games.game("toy")))


def place(words: str) -> Place:
    (found,) = [place for place in toy_places() if words in str(place)]
    return found


def judged(words: str, folder: Path, tries: str) -> Verdict:
    """Judge one place by one example of our own."""
    (folder / "own.toml").write_text(HEAD + tries, encoding="utf-8")
    toy = games.game("toy")
    shown = examples(toy)
    (verdict,) = prove(toy, [place(words)], measured(toy, modules_of(toy), shown), shown)
    return verdict


def test_an_example_proves_what_it_hears_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TheBridge, "examples_path", lambda game: tmp_path)
    refusal = "is nothing one does in the movement segment"
    proven = judged(refusal, tmp_path, '[[do]]\naction = "dance"\nexpect = "refused 2.3"\n')
    assert proven.noticed and proven.examples == ("own.toml",)
    never_there = judged(refusal, tmp_path, '[[do]]\naction = "select R1"\n')
    assert not never_there.noticed and str(never_there).endswith("; no example runs over it")
    weak = judged("{piece.key} has moved", tmp_path, HEARD_BUT_NOT_EXPECTED)
    assert not weak.noticed and weak.examples == ("own.toml",)
    with pytest.raises(BadInput, match=r"fail as they are.*own\.toml"):
        judged(refusal, tmp_path, '[[do]]\naction = "select R1"\nexpect = "refused 2.3"\n')


def test_what_no_example_runs_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TheBridge, "examples_path", lambda game: tmp_path)
    (tmp_path / "own.toml").write_text(f'{HEAD}[[do]]\naction = "select R1"\n', encoding="utf-8")
    toy = games.game("toy")
    modules = modules_of(toy)
    missing = unreached(modules, places(modules), measured(toy, modules, examples(toy)))
    assert {item.kind for item in missing} == {"refusal", "modifier", "branch", "function"}
    told = {item.key for item in missing}
    assert "combat.py: attack_modifiers: modifier Modifier('4.2', 'storm tactics', +1)" in told
    assert all(":" in str(item) and str(item.line) in str(item) for item in missing)


def in_a_copy(task: object) -> bool:
    ((_, answer),) = answers([task], jobs=1)  # type: ignore[list-item]
    return answer


def test_a_step_does_nothing_and_the_sequence_keeps_its_length() -> None:
    steps = turn.GameTurn.steps

    def left() -> bool:
        take_out(place("step draw_fate of GameTurn"))
        return len(turn.GameTurn.steps) == len(steps) and turn.draw_fate not in turn.GameTurn.steps

    assert in_a_copy(left)
    assert turn.GameTurn.steps is steps, "this process is as it was"


def test_a_modifier_stays_taken_out_however_often_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class Land:
        def kinds_between(self, here: str, there: str) -> tuple[str, ...]:
            return ("river",)

    class State:
        def get(self, kind: type, key: str) -> Piece:
            return Piece(key, "red", "0101")

    monkeypatch.setattr(combat, "ground", lambda state: Land())
    monkeypatch.setattr(combat, "mark_value", lambda *of: "storm")
    monkeypatch.setattr(combat, "pieces_at", lambda *of: [])
    attack = combat.BuildAttack("red", "0201", ("R1",))

    def modifiers() -> list[str]:
        return [found.text for found in combat.attack_modifiers(State(), attack)]  # type: ignore[arg-type]

    def silent() -> bool:
        take_out(place("storm tactics"))
        return all(modifiers() == ["across the river only"] for _ in range(200))

    assert modifiers() == ["across the river only", "storm tactics"]
    assert in_a_copy(silent)


def endless() -> bool:
    limit_time(0.1)
    while True:
        pass


def broken() -> bool:
    raise ZeroDivisionError


def test_what_runs_for_ever_is_ended_and_what_breaks_is_no_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert sorted(answers([endless, lambda: True, lambda: False], jobs=2)) == [
        (0, False),
        (1, True),
        (2, False),
    ]
    with pytest.raises(RulesBug, match="The proof itself failed"):
        in_a_copy(broken)
    assert "ZeroDivisionError" in capfd.readouterr().err
