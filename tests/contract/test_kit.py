"""What each piece of the kit promises, in every game that uses it: played from worked examples.

`tests/engine/mechanics` tests the pieces by themselves; here the rules that games wrote into them are judged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from engine import games
from engine.bad_input import BadInput
from engine.bots.example_play import as_written
from engine.mechanics.advance import Advance
from engine.mechanics.allocation import Allot
from engine.mechanics.cups import chances
from engine.mechanics.dice_window import Reroll
from engine.mechanics.losses import TakeLosses
from engine.mechanics.menu import Menu, PickOne
from engine.mechanics.movement import Go, contradictions
from engine.mechanics.pools import Pool
from engine.mechanics.retreat import Retreat
from engine.mechanics.set_up import PlaceUnits
from engine.mechanics.walk import Walk
from engine.referee.action import KINDS, Action
from engine.referee.game import Game
from engine.referee.position import Position
from engine.referee.schedule import Cup
from engine.referee.session import Accepted, Session, Start
from engine.referee.worked_example import SEED, with_loaded_dice
from tests.contract.kit_calls import Call, watched
from tests.contract.sample import Sample

PIECES = (Advance, Allot, PickOne, PlaceUnits, Reroll, Retreat, TakeLosses)
EACH = 5
"""How many decisions of each class are looked at."""
MOVES = 12
"""How many decisions with a kind of movement are."""


def is_enough(session: Session, met: Counter[type]) -> bool:
    """Has a decision like this been looked at often enough?"""
    kind = type(session.choice)
    if not issubclass(kind, PIECES) and not any(isinstance(one, Go) for one in getattr(kind, "orders", ())):
        return True
    met[kind] += 1
    return met[kind] > (EACH if issubclass(kind, PIECES) else MOVES)


class Played(NamedTuple):
    """What was met while the worked examples of a game were played."""

    decisions: tuple[Session, ...]
    calls: tuple[Call, ...]


@cache
def played_examples(key: str) -> Played:
    """Play the examples of a game as they are written."""
    game, met, found = games.game(key), Counter[type](), []
    with watched() as calls:
        for path in sorted(game.examples_path().glob("*.toml")):
            text = path.read_text(encoding="utf-8")
            session = Session.begin(game, Start(key, "position", path.name, text, SEED))
            for attempt in Position.loads(text).tries:
                session = with_loaded_dice(session, attempt.dice) if attempt.dice else session
                for action in as_written(session, (attempt,)):
                    assert session.choice is not None
                    if not is_enough(session, met):
                        found.append(session.branch(len(session)))
                    session.submit(session.choice.side, action)
    return Played(tuple(found), tuple(calls))


def decisions(key: str) -> tuple[Session, ...]:
    """Decisions of pieces of the kit that come up in the worked examples of a game; never play on in them."""
    return played_examples(key).decisions


def met(key: str, piece: type[Menu]) -> Iterator[tuple[Session, Menu]]:
    """The decisions of one piece; there is at least one."""
    found = [session for session in decisions(key) if isinstance(session.choice, piece)]
    assert found, f"no worked example of {key} leads to a decision of {piece.__name__}"
    for session in found:
        assert isinstance(session.choice, piece)
        yield session, session.choice


def users(piece: type) -> list[str]:
    """The games that have frames of this piece."""
    of_game = {key: games.game(key).frames for key in games.keys()}  # noqa: SIM118
    return [key for key, frames in of_game.items() if any(issubclass(frame, piece) for frame in frames)]


def after(session: Session, action: Action) -> Session:
    """The game after an action, in a branch of its own."""
    branch = session.branch(len(session))
    assert branch.choice is not None
    assert isinstance(branch.submit(branch.choice.side, action), Accepted)
    return branch


def with_movement() -> list[str]:
    """The games that have a rule of movement; at a free table everything goes anywhere."""
    return [
        key
        for key in games.keys()  # noqa: SIM118
        if any(isinstance(one, Go) for kind in games.game(key).frames for one in getattr(kind, "orders", ()))
    ]


@pytest.mark.parametrize("key", with_movement())
def test_movement_lists_what_its_rule_of_a_step_allows(key: str) -> None:
    looked_at = 0
    for session in decisions(key):
        for one in getattr(session.choice, "orders", ()):
            if isinstance(one, Go):
                movement = one.movement(session.choice, session.state)
                assert not list(contradictions(movement)), type(session.choice).__name__
                listed = {action.target for action in session.legal() if action.verb == one.verb}
                ends = movement.arrivals().ends
                assert listed == ends if type(one) is Go else listed <= ends
                looked_at += 1
    assert looked_at


@pytest.mark.parametrize("key", users(TakeLosses))
def test_losses_are_taken_by_those_involved_and_duties_come_first(key: str) -> None:
    for session, losses in met(key, TakeLosses):
        assert isinstance(losses, TakeLosses)
        units = {unit.key: unit for unit in losses.involved(session.state)}
        duties = losses.open_duties(session.state)
        legal = [action for action in session.legal() if action.verb == "lose"]
        assert legal and {action.target for action in legal} <= set(units)
        for action in legal:
            unit = units[action.target]
            assert not duties or not list(losses.refusals_by_duty(session.state, unit, duties))
            top = after(session, action).choice
            if isinstance(top, type(losses)):
                assert top.left < losses.left or top.side != losses.side or top.owed != losses.owed


@pytest.mark.parametrize("key", users(Retreat))
def test_a_retreat_leads_where_it_can_be_finished(key: str) -> None:
    for session, retreat in met(key, Retreat):
        assert isinstance(retreat, Retreat)
        ways = retreat.ways(session.state)
        for action in session.legal():
            if action.verb == "retreat":
                assert action.target in ways
                assert action.target in retreat.neighbors(session.state, retreat.path[-1])
                assert not list(retreat.refusals_to_step(session.state, retreat.path, action.target))
                after(session, action)


@pytest.mark.parametrize("key", users(Advance))
def test_an_advance_goes_ahead_and_can_be_halted(key: str) -> None:
    for session, advance in met(key, Advance):
        assert isinstance(advance, Advance)
        legal = session.legal()
        assert Action("halt") in legal
        steps = {action.target for action in legal if action.verb == "advance"}
        assert steps <= set(advance.ahead(session.state)) and (advance.left > 0 or not steps)


@pytest.mark.parametrize("key", users(Reroll))
def test_dice_that_are_kept_fall_no_more(key: str) -> None:
    for session, offer in met(key, Reroll):
        fallen = session.state.dice.fallen
        for action in session.legal():
            one = offer.order_of(action)
            assert one is not None
            before = session.state.dice.fallen
            later = after(session, action).state.dice.fallen
            assert later >= before == fallen
            if type(one).__name__ == "RollAgain":
                assert isinstance(offer, Reroll) and later >= before + len(offer.dice()[1])


@pytest.mark.parametrize("key", users(PickOne))
def test_one_of_the_options_is_picked_and_nothing_else(key: str) -> None:
    for session, pick in met(key, PickOne):
        assert isinstance(pick, PickOne)
        picked = {
            action.target
            for action in session.legal()
            if (action.verb, action.kind) == (pick.verb, pick.kind)
        }
        assert picked <= set(map(str, pick.options(session.state)))


@pytest.mark.parametrize("key", users(Allot))
def test_an_allotment_is_secret_and_gives_no_more_than_there_is(key: str) -> None:
    for session, allot in met(key, Allot):
        assert isinstance(allot, Allot) and allot.is_secret(session.state)
        whole = allot.left + sum(number for _, number in allot.given)
        for action in session.legal():
            top = after(session, action).choice
            if isinstance(top, Allot) and top.side == allot.side and action.verb != "done":
                assert top.left >= 0 and top.left + sum(number for _, number in top.given) == whole


def test_walks_end_on_their_path(played: Sample) -> None:
    for step in played.session.history.all():
        for frame in step.state.frames:
            if isinstance(frame, Walk):
                assert 0 <= frame.at < len(frame.path)


def test_every_counter_lies_on_the_map_or_in_a_box(played: Sample) -> None:
    for table in played.tables():
        view = table.view(None)
        places = {*table.scenario.map_targets["hex"], *(box.key for box in view.boxes)}
        assert [counter.id for counter in view.counters if counter.place not in places] == []


def test_the_log_points_at_things_and_counts_in_english(played: Sample) -> None:
    for step in played.session.history.all():
        for event in step.events:
            assert {kind for kind, _ in event.about} <= set(KINDS), event
            assert not re.search(r"\b1 (steps|hexes|points|units|factors)\b", event.text), event.text


def test_cups_and_pools_hold_what_can_be_drawn_and_spent(played: Sample) -> None:
    for table in played.tables():
        for cup in table.state.all(Cup).values():
            assert sum(chances(table.state, cup.key).values()) == (1 if cup.chits else 0)
        if Pool in table.state.tables:
            assert all(pool.left >= 0 for pool in table.state.all(Pool).values())


@pytest.mark.parametrize("key", games.keys())
def test_a_position_with_an_unknown_entry_is_refused_in_one_sentence(key: str, tmp_path: Path) -> None:
    game: Game = games.game(key)
    path = next(iter(sorted(game.examples_path().glob("*.toml"))))
    text = "nonsense = 1\n" + path.read_text(encoding="utf-8")
    with pytest.raises(BadInput, match="nonsense"):
        Session.begin(game, Start(key, "position", path.name, text, SEED))
