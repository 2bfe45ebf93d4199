"""Taking a rule out for a moment: its examples notice, and afterwards everything is as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from engine import games
from engine.referee import proof
from engine.referee.citations import matrix
from engine.referee.game import Game
from engine.referee.modifier import Modifier
from engine.referee.proof import modules, neutralised, prove, prove_all, without
from engine.referee.refusal import Refusal, case
from tests.toy import combat, movement, turn
from tests.toy.the_bridge import TheBridge

HEAD = 'game = "toy"\ncase = "2.3"\ntitle = "x"\n[[unit]]\nkey = "R1"\nside = "red"\nplace = "0102"\n'


def everything(package: list[ModuleType]) -> dict[str, int]:
    return {f"{getattr(o, '__name__', o)}.{name}": id(v) for o, name, v in proof._attributes(package)}


def test_the_examples_of_the_toy_game_prove_their_cases() -> None:
    toy = games.game("toy")
    steps: list[tuple[int, int]] = []
    proofs = prove_all(toy, matrix(toy).rows, lambda done, of: steps.append((done, of)))
    assert steps[-1] == (len(proofs), len(proofs))
    unproven = {found.case: found.verdict for found in proofs if not found.proven}
    assert set(unproven.values()) <= {proof.NOTHING_TO_REMOVE}, unproven
    by_case = {found.case: found for found in proofs}
    assert "tests.toy.turn.draw_fate" in by_case["1.4"].removed, "a function among the steps of a procedure"
    assert by_case["2.3"].removed == (), "2.3 stands in refusals alone"
    assert by_case["4.2"].to_json()["proven"] is True


@pytest.fixture
def weak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], proof.Proof]:
    """Judge case 2.3 by one example of our own."""
    monkeypatch.setattr(TheBridge, "examples_path", lambda game: tmp_path)
    toy: Game = games.game("toy")

    def judged(tries: str) -> proof.Proof:
        if tries:
            (tmp_path / "weak.toml").write_text(HEAD + tries, encoding="utf-8")
        return prove(toy, matrix(toy).row("2.3"))

    return judged


def test_an_example_that_never_hears_the_rule_proves_nothing(weak: Callable[[str], proof.Proof]) -> None:
    assert weak("").verdict == proof.NO_EXAMPLE
    assert weak('[[do]]\naction = "select R1"\n').verdict == proof.SURVIVED
    assert weak('[[do]]\naction = "select R1"\nexpect = "refused 2.3"\n').verdict == proof.FAILING
    strong = weak('[[do]]\naction = "dance"\nexpect = "refused 2.3"\n')
    assert strong.proven and strong.noticed_by == ("weak.toml",)


@pytest.mark.parametrize("case_id", ["1.1", "1.4", "2.5", "3.1", "4.2", "4.4", "5.1", "6.1"])
def test_afterwards_everything_is_as_it_was(case_id: str) -> None:
    package = modules("tests.toy")
    before, made = everything(package), Modifier.__init__
    with without(case_id, package) as (removed, kept):
        assert removed and not kept
        assert everything(package) != before
    assert everything(package) == before
    assert Modifier.__init__ is made


def test_a_step_of_a_printed_sequence_is_taken_out_too() -> None:
    steps = turn.GameTurn.steps
    with without("1.4", modules("tests.toy")):
        assert turn.draw_fate not in steps
        assert turn.GameTurn.steps != steps and turn.draw_fate in turn.GameTurn.steps
    assert turn.GameTurn.steps is steps


def test_it_is_put_back_even_if_the_examples_crash() -> None:
    package = modules("tests.toy")
    before = everything(package)
    with pytest.raises(ZeroDivisionError), without("5.1", package):
        raise ZeroDivisionError
    assert everything(package) == before


def test_modifiers_and_refusals_of_the_case_alone_are_silenced() -> None:
    with without("4.2", modules("tests.toy")):
        assert Modifier("4.2", "river", -1).amount == 0
        assert Modifier("4.3", "guns", 1).amount == 1
        assert combat.attack_modifiers(None, None) == ()  # type: ignore[arg-type]
    with without("2.3", modules("tests.toy")):
        segment = movement.MovementSegment("red")
        assert list(segment.refusals(None, movement.Action("dance"))) == []  # type: ignore[arg-type]
    assert [r.case for r in segment.refusals(None, movement.Action("dance"))] == ["2.3"]  # type: ignore[arg-type]


def a_generator(n: int) -> Iterator[Refusal]:
    yield Refusal("1", "no")


def nothing(n: int) -> None:
    raise AssertionError("must not be called")


def a_flag(n: int) -> bool:
    return n > 1


def a_number(n: int) -> int:
    return n


def a_share(n: int) -> Fraction:
    return Fraction(n, 2)


def either(n: int) -> int | Fraction:
    return n


def perhaps(n: int) -> Modifier | None:
    return Modifier("1", "x", n)


def one_modifier(n: int) -> Modifier:
    return Modifier("1", "x", n)


def many(n: int) -> tuple[Modifier, ...]:
    return (Modifier("1", "x", n),)


def some(n: int) -> list[int]:
    return [n]


def held(n: int) -> Mapping[str, int]:
    return {"a": n}


def a_pair(n: int) -> tuple[int, str]:
    return n, ""


def a_row(n: int) -> Refusal:
    return Refusal("1", str(n))


def untyped(n):  # type: ignore[no-untyped-def]
    return n


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        (nothing, None),
        (a_flag, False),
        (a_number, 0),
        (a_share, 0),
        (either, 0),
        (perhaps, None),
        (many, ()),
        (some, []),
        (held, {}),
    ],
)
def test_each_kind_of_answer_has_its_neutral_form(function: Callable[[int], Any], answer: Any) -> None:
    stand_in = neutralised(function)
    assert stand_in is not None
    assert stand_in(2) == answer
    assert stand_in.__name__ == function.__name__


def test_generators_say_nothing_and_modifiers_keep_their_words() -> None:
    silent, weightless = neutralised(a_generator), neutralised(one_modifier)
    assert silent is not None and list(silent(2)) == []
    assert weightless is not None and weightless(2) == Modifier("1", "x", 0)
    remembered = neutralised(cache(a_number))
    assert remembered is not None and remembered(2) == 0


@pytest.mark.parametrize("function", [a_pair, a_row, untyped])
def test_an_answer_without_a_neutral_form_is_left_alone(function: Callable[[int], Any]) -> None:
    assert neutralised(function) is None


class Rules:
    """One of everything a class may hold."""

    @case("x")
    def method(self) -> int:
        return 1

    @staticmethod
    @case("x")
    def plain() -> int:
        return 2

    @classmethod
    @case("x")
    def of_class(cls) -> int:
        return 3

    @property
    @case("x")
    def shown(self) -> int:
        return 4

    @cached_property
    @case("x")
    def kept(self) -> int:
        return 5


@case("x", "y")
def rule(n: int) -> int:
    return 6


@cache
def remembers(n: int) -> int:
    return rule(n)


TABLE: Mapping[str, tuple[Callable[[int], int], ...]] = {"a": (rule,)}


def test_methods_properties_and_tables_are_taken_out() -> None:
    module = ModuleType("chapter")
    for thing in (Rules, rule, remembers):
        setattr(module, thing.__name__, thing)
    module.TABLE = TABLE  # type: ignore[attr-defined]
    here = __import__("sys").modules[__name__]
    assert remembers(1) == 6

    def answers() -> list[int]:
        rules = Rules()
        return [rules.method(), rules.plain(), rules.of_class(), rules.shown, rules.kept]

    assert answers() == [1, 2, 3, 4, 5]
    with without("x", [here]) as (removed, kept):
        assert answers() == [0] * 5
        assert here.TABLE["a"][0](1) == 0 and remembers(1) == 0
        assert len(removed) == 6 and not kept
    assert answers() == [1, 2, 3, 4, 5]
    assert TABLE["a"] == (rule,) and remembers(1) == 6
