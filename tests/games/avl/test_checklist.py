"""The combat as a checklist: where one is, what counts in each step, and the exact tree of what may come."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from engine.games import game
from engine.games.avalanche.combat.battle import Battle
from engine.games.avalanche.combat.checklist import STEPS, latest
from engine.games.avalanche.combat.combat import Combat
from engine.games.avalanche.combat.outlook import outlook
from engine.referee.action import Action
from engine.referee.checklist import AHEAD, DONE, LEFT_OUT, NOW, Branch, Checklist
from engine.referee.seat import Seat
from engine.referee.session import Accepted, Session, Start

GAME = game("avl")
ORDERS = (
    *("attack hex 1734", "add unit a", "add unit b", "add unit t", "add unit c", "declare", "surprise"),
    *("support unit k", "done", "support unit f", "support unit x", "support unit y", "air number 2", "done"),
    *("level number 5", "lead unit W", "pass"),
)


def begun(seed: str = "7") -> Session:
    text = (GAME.examples_path() / "combat-complete.toml").read_text(encoding="utf-8")
    return Session.begin(GAME, Start("avl", "position", "combat-complete", text, seed))


def at_each_step(seed: str = "7") -> Iterator[tuple[str, Session]]:
    session = begun(seed)
    for order in ORDERS:
        answer = session.submit(session.deciding_side or "", Action.parse(order))
        if not isinstance(answer, Accepted):  # Other dice: the attack has gone another way.
            return
        yield order, session


def checklist(session: Session) -> Checklist:
    found = Seat(session, session.deciding_side).checklist()
    assert found is not None
    return found


def present(found: Checklist) -> str:
    return next(step.title for step in found.steps if step.state == NOW)


def test_every_step_begins_with_a_step_of_the_combat() -> None:
    names = [step.__name__ for step in Combat.steps]
    places = [names.index(step.first) for step in STEPS]
    assert places == sorted(places) and places[0] == 0


def test_it_says_where_one_is() -> None:
    seen = {
        order: present(checklist(session))
        for order, session in at_each_step()
        if order != ORDERS[-1] and any(isinstance(frame, Combat) for frame in session.state.frames)
    }
    assert seen["declare"] == "Support" and seen["support unit k"] == "Support"
    assert seen["level number 5"] == "Leaders"


def test_each_step_lists_what_counts_with_its_case() -> None:
    steps = {
        order: {step.title: step for step in checklist(session).steps}
        for order, session in at_each_step()
        if order in ("air number 2", "level number 5")
    }
    support = [(line.text, line.case, line.amount) for line in steps["air number 2"]["Support"].lines]
    assert ("Defender: k", "support.def-max", 4) in support
    assert ("Attacker, on 1-4: x", "support.att-ship", 6) in support
    assert ("Attacker: air points", "support.att-air", 2) in support
    odds = [line.case for line in steps["air number 2"]["Odds and result"].lines]
    assert "str.attack-total" in odds and odds[-1] == "odds.ratio"
    morale = [line.text for line in steps["level number 5"]["Morale"].lines]
    assert "Morale levels: attacker 4, defender 5" in morale, "what the log says stands in its step"


def leaves(branches: tuple[Branch, ...], share: Fraction = Fraction(1)) -> Iterator[tuple[str, Fraction]]:
    for branch in branches:
        if branch.branches:
            yield from leaves(branch.branches, share * branch.probability)
        else:
            yield branch.text, share * branch.probability


@pytest.mark.parametrize("seed", ["7", "1", "2"])
def test_the_tree_is_exact_and_agrees_with_the_odds(seed: str) -> None:
    """Every way through the tree ends with odds; together they give the chances that the odds panel shows."""
    looked = 0
    for _, session in at_each_step(seed):
        combat = next((f for f in reversed(session.state.frames) if isinstance(f, Combat)), None)
        if combat is None or combat.outcome or combat.cancelled:
            continue
        found = checklist(session)
        battle = latest(session.state, combat)
        assert isinstance(battle, Battle)
        odds, result = found.forecasts
        assert sum(one.probability for one in odds.outcomes) == 1
        expected = dict(outlook(session.state, battle, session.deciding_side or ""))
        assert {one.text: one.probability for one in result.outcomes} == expected
        if found.ahead:
            summed: dict[str, Fraction] = {}
            for text, share in leaves(found.ahead):
                summed[text] = summed.get(text, Fraction(0)) + share
            assert summed == {f"odds {one.text}": one.probability for one in odds.outcomes}
        looked += 1
    assert looked >= 8


def test_the_tree_begins_with_the_dice_that_fall_first() -> None:
    for order, session in at_each_step():
        if order == "air number 2":
            first = checklist(session).ahead
            assert [branch.text for branch in first] == ["x supports with 6", "x does not support"]
            assert [branch.probability for branch in first] == [Fraction(2, 3), Fraction(1, 3)]
            assert {b.text for b in first[0].branches} == {"y supports with 6", "y does not support"}


def test_after_the_roll_nothing_more_is_foretold() -> None:
    *_, (_, session) = at_each_step()
    found = checklist(session)
    assert not found.ahead and not found.forecasts
    states = [step.state for step in found.steps]
    assert DONE in states and AHEAD in states and LEFT_OUT not in states
