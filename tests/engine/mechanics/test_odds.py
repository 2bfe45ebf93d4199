"""Exact chances of dice, chits and rolls that depend on each other."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from engine.mechanics.odds import Chances, certain, dice, drawn, faces, one_of
from engine.referee import PossibleOutcome


@pytest.mark.parametrize("notation", ["1d6", "2d6", "3d6", "2d10"])
def test_the_sum_of_dice_is_counted_over_all_faces(notation: str) -> None:
    number, sides = map(int, notation.split("d"))
    every = [sum(fallen) for fallen in product(range(1, sides + 1), repeat=number)]
    assert dict(dice(notation)) == {total: Fraction(every.count(total), len(every)) for total in set(every)}
    assert dict(faces(notation)) == {
        fallen: Fraction(1, len(every)) for fallen in product(range(1, sides + 1), repeat=number)
    }


def test_chits_are_not_put_back() -> None:
    cup = ["red", "red", "blue"]
    every = [tuple(cup[place] for place in places) for places in permutations(range(3), 2)]
    assert dict(drawn(cup, 2)) == {two: Fraction(every.count(two), len(every)) for two in set(every)}
    assert one_of(cup)["red"] == Fraction(2, 3)
    assert one_of(cup)["green"] == 0
    assert drawn(cup, 3).of(lambda three: three[0] == "blue") == Fraction(1, 3)


def test_a_roll_may_decide_whether_there_is_another() -> None:
    hit = dice("1d10").map(lambda face: face <= 4)
    fate = hit.then(lambda is_hit: dice("1d6").map(lambda face: "saved" if face <= 2 else "lost"))
    assert fate["lost"] == Fraction(2, 3)
    only_hit = hit.then(
        lambda is_hit: (
            dice("1d6").map(lambda face: "saved" if face <= 2 else "lost") if is_hit else certain("missed")
        )
    )
    assert dict(only_hit) == {
        "saved": Fraction(4, 10) * Fraction(2, 6),
        "lost": Fraction(4, 10) * Fraction(4, 6),
        "missed": Fraction(6, 10),
    }
    assert sum(share for _, share in only_hit) == 1


def test_results_can_be_counted_averaged_and_shown() -> None:
    losses = dice("1d6").map(lambda face: max(face - 4, 0))
    assert dict(losses) == {0: Fraction(4, 6), 1: Fraction(1, 6), 2: Fraction(1, 6)}
    assert losses.mean(lambda steps: steps) == Fraction(1, 2)
    assert losses.outcomes(lambda steps, share: PossibleOutcome(f"{steps} lost", share)) == (
        PossibleOutcome("0 lost", Fraction(2, 3)),
        PossibleOutcome("1 lost", Fraction(1, 6)),
        PossibleOutcome("2 lost", Fraction(1, 6)),
    )
    assert losses == dice("1d6").map(lambda face: max(face - 4, 0)) != dice("1d6")
    assert len({losses, dice("1d6").map(lambda face: max(face - 4, 0))}) == 1
    assert repr(certain("a")) == "Chances('a': 1)"
    assert isinstance(losses, Chances)
