"""What a spotter in a hex would see, as it is laid over the map."""

from __future__ import annotations

import pytest

from engine.games import game
from engine.games.avalanche.bombardment.spotting import ACROSS, FARTHEST, spots, what_hides
from engine.games.avalanche.scenario.ground import ground
from engine.referee.public_seat import PublicSeat
from engine.referee.seat import Seat
from engine.referee.session import Session, Start

GAME = game("avl")


@pytest.fixture(scope="module")
def session() -> Session:
    text = GAME.scenario_text("avl-3-the-corridor")
    return Session.begin(GAME, Start("avl", "scenario", "avl-3-the-corridor", text, "sight"))


@pytest.mark.case("avl spot.range2")
@pytest.mark.case("avl spot.range3")
def test_it_agrees_with_the_rule_in_every_hex(session: Session) -> None:
    state, seat = session.state, Seat(session, session.deciding_side)
    land = ground(state)
    for here in sorted(land.land)[::7]:
        seen, hidden = seat.overlays_from(here)
        near = {there for there in land.within(here, FARTHEST) if there in land.land}
        assert set(seen.hexes) == {there for there in near if there == here or spots(state, here, there)}
        across = {there for there in near if land.distance(here, there) <= ACROSS}
        assert len(hidden.traces) == len(across - set(seen.hexes))
        for trace in hidden.traces:
            assert trace.cut and trace.path[0] == here and trace.label


@pytest.mark.case("avl spot.range3")
def test_it_says_why_a_hex_is_not_spotted(session: Session) -> None:
    state = session.state
    land = ground(state)
    found = {
        what_hides(state, here, there)
        for here in sorted(land.land)[::5]
        for there in land.within(here, ACROSS)
        if there in land.land and not spots(state, here, there)
    }
    assert found == {"town", "higher", "behind"}


def test_the_sea_has_no_spotters_and_everybody_sees_the_same(session: Session) -> None:
    land = ground(session.state)
    assert Seat(session, "allied").overlays_from(sorted(land.sea)[0]) == []
    here = sorted(land.land)[100]
    assert PublicSeat(session, "allied").overlays_from(here) == Seat(session, "german").overlays_from(here)
