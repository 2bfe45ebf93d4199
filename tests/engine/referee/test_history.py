"""The history of a long game: every position can be had again, and the history stays small."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from engine.record import Record
from engine.referee import history as record
from engine.referee.action import Action
from engine.referee.codec import Json
from engine.referee.frame import Choice
from engine.referee.game import Opening
from engine.referee.marks import Mark
from engine.referee.refusal import Refusal
from engine.referee.save import loads, restore, saved
from engine.referee.session import Session, Start
from engine.referee.state import Scenario, State, derived
from engine.referee.transaction import Transaction
from tests.engine.referee.drill import SIDES, Clock, Drill, Squad

UNITS, HEXES = 450, 1610
BOTH = SIDES


class Held(Record):
    key: str
    side: str


class Country(Scenario):
    hexes = tuple(f"{1000 + n}" for n in range(HEXES))


@derived(Squad)
def reach(state: State, unit: str) -> dict[str, int]:
    return {place: int(place) % 7 for place in Country.hexes}


@derived(Squad, Held)
def in_supply(state: State, side: str) -> frozenset[str]:
    return frozenset(held.key for held in state.all(Held).values() if held.side == side)


class Campaign(Choice):
    done: int = 0

    def prompt(self, state: State) -> str:
        return "go on?"

    def candidates(self, state: State) -> Iterable[Action]:
        return (Action("march"), Action("leave"))

    def refusals(self, state: State, action: Action) -> Iterator[Refusal]:
        if action not in self.candidates(state):
            yield Refusal("1", f"{action} is nothing one does here")

    def apply(self, tx: Transaction, action: Action) -> None:
        """A unit marches and takes hold; now and then one is taken away and another one comes."""
        units = list(tx.state.all(Squad))
        unit = tx.state.get(Squad, units[self.done * 7 % len(units)])
        place = Country.hexes[self.done * 11 % HEXES]
        reach(tx.state, unit.key)
        if action.verb == "leave":
            tx.remove(unit)
            tx.put(Squad(f"new {self.done}", unit.side))
        else:
            tx.put(replace(unit, post=self.done))
            tx.put(Held(place, unit.side))
            tx.mark_until(unit.key, "moved", "day", value=place)
        in_supply(tx.state, unit.side)
        tx.replace(replace(self, done=self.done + 1))


class LongGame(Drill):
    key = "long"
    records = (Squad, Clock, Held)
    frames = (Campaign,)

    def open(self, text: str, options: Mapping[str, Any]) -> Opening:
        units = [Squad(f"U{n}", SIDES[n % 2]) for n in range(UNITS)]
        held = [Held(place, SIDES[int(place) % 2]) for place in Country.hexes]
        return Opening(Country("long", SIDES, options), (*units, Clock(), *held), (Campaign("north"),))


GAME = LongGame()


def new_game() -> Session:
    return Session.begin(GAME, Start("long", "scenario", "long", "", "seed"))


def play(session: Session, actions: int) -> list[Json]:
    """Play on; answers every position as plain values, the order of records included."""
    positions = [GAME.codec.encode_state(session.state)]
    for number in range(actions):
        session.submit("north", Action("leave" if number % 5 == 4 else "march"))
        positions.append(GAME.codec.encode_state(session.state))
    return positions


def test_every_position_can_be_had_again_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "RECENT_POSITIONS", 3)
    monkeypatch.setattr(record, "POSITION_INTERVAL", 7)
    session = new_game()
    positions = play(session, 40)
    for at, position in enumerate(positions):
        assert GAME.codec.encode_state(session.at(at)) == position
        state = session.at(at)
        assert session.history.digest(at) == GAME.codec.digest(state, GAME.codec.weigh_tables(state))


def test_the_way_back_and_forth_leads_through_positions_that_were_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(record, "RECENT_POSITIONS", 2)
    monkeypatch.setattr(record, "POSITION_INTERVAL", 5)
    session = new_game()
    positions = play(session, 23)
    branch = session.branch(11)
    for at in range(22, 3, -1):
        assert session.undo() is None
        assert GAME.codec.encode_state(session.state) == positions[at]
        assert session.state is session.state, "the present is at hand"
    for at in range(5, 24):
        assert session.redo() is None
        assert GAME.codec.encode_state(session.state) == positions[at]
    assert GAME.codec.encode_state(branch.state) == positions[11]
    play(branch, 9)
    assert GAME.codec.encode_state(session.state) == positions[23]
    again = restore(loads(saved(branch).dumps()), lambda key: GAME)
    assert GAME.codec.encode_state(again.at(4)) == positions[4]


def test_another_action_after_an_undo_has_a_digest_of_its_own() -> None:
    session, straight = new_game(), new_game()
    play(session, 4)
    session.undo()
    session.submit("north", Action("leave"))
    for verb in ("march", "march", "march", "leave"):
        straight.submit("north", Action(verb))
    entries = session.history.saved_steps()
    assert entries == straight.history.saved_steps()
    state = session.state
    assert entries[-1].digest == GAME.codec.digest(state, GAME.codec.weigh_tables(state))


def test_a_campaign_fits_into_memory() -> None:
    """Twenty thousand actions of 450 units on 1,610 hexes; each position alone would take 0.2 MB."""
    session = new_game()
    for _ in range(100):
        session.submit("north", Action("march"))
    gc.collect()
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(400):
        session.submit("north", Action("march"))
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (after - before) * 20_000 / 400 < 250e6


def test_what_was_derived_in_the_past_is_forgotten() -> None:
    session = new_game()
    for _ in range(5):
        in_supply(session.state, "north")
        session.submit("north", Action("march"))
    remembered = [len(session.at(at).tables[Squad].memo) for at in range(6)]
    assert remembered[:5] == [0] * 5
    assert remembered[5] > 0
    assert in_supply(session.at(2), "north") == in_supply(restored(session).at(2), "north")


def restored(session: Session) -> Session:
    return restore(loads(saved(session).dumps()), lambda key: GAME)


def test_what_a_loaded_game_knows_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    session = new_game()
    play(session, 6)
    again = restored(session)
    assert again.at(6) is again.state
    assert again.history.digest(6) == session.history.digest(6)
    assert again.history.digest(3) == session.history.digest(3)
    again.submit("north", Action("march"))
    assert again.undo() is None
    assert not again.history.last_is_known, "nobody has asked for anything that needs a replay"
    assert Mark in again.at(0).tables and again.history.last_is_known


@pytest.mark.parametrize("step_number", [-1, 4, 99])
def test_a_step_that_is_not_there_cannot_be_branched_from(step_number: int) -> None:
    session = new_game()
    play(session, 3)
    with pytest.raises(IndexError, match="the game has 3 actions"):
        session.branch(step_number)
    assert len(session.branch(3)) == 3
