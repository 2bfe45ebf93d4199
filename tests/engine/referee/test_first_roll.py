"""The first roll that an action would lead to is found without rolling."""

from __future__ import annotations

from random import Random

import pytest

from engine import games
from engine.referee.seat import Seat
from engine.referee.session import Session, Start


@pytest.mark.parametrize("key", list(games.keys()))
def test_it_is_what_the_log_says_afterwards(key: str) -> None:
    game, chance, found = games.game(key), Random(7), 0
    scenario = game.scenarios()[0]
    session = Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), "first"))
    for _ in range(150):
        side = session.deciding_side
        if side is None:
            break
        seat = Seat(session, side)
        action = chance.choice(seat.legal())
        state, roll = session.state, seat.first_roll(action)
        assert session.state is state, "nothing was rolled or written"
        session.submit(side, action)
        events = seat.step(len(session)).events
        rolled = next((event for event in events if event.dice or event.what == "ChitDrawn"), None)
        if roll is not None:
            found += 1
            assert rolled is not None and rolled.text.startswith(f"{roll.why}: ") and rolled.case == roll.case
        elif rolled is not None:
            assert session.history[len(session)].barrier
    assert found


def test_a_single_option_that_rolls_is_left_to_the_player() -> None:
    """Stops before dice, so that they never fall unasked."""
    for key in games.keys():  # noqa: SIM118
        game = games.game(key)
        scenario = game.scenarios()[0]
        start = Start(key, "scenario", scenario, game.scenario_text(scenario), "forced")
        session, chance = Session.begin(game, start), Random(3)
        for _ in range(60):
            side = session.deciding_side
            if side is None:
                break
            session.submit(side, chance.choice(Seat(session, side).legal()))
            fallen = session.state.dice.fallen
            session.play_forced(stop_before_dice=True)
            assert session.state.dice.fallen == fallen
