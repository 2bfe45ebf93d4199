"""While a bot decides, the table shows what the person at it may see: in every game and scenario."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication

from app.play.history.undo_list import describe
from app.play.play_controller import PlayController
from engine.referee.public_view import EVERYBODY
from engine.referee.seat import Seat
from engine.referee.session import Session
from tests.contract.sample import Sample


@pytest.fixture(autouse=True)
def _application(qapp: QCoreApplication) -> None:
    """Signals need an application."""


def watched(session: Session, bots: dict[str, str]) -> PlayController:
    session.bots = bots
    return PlayController(session)


def test_the_person_looks_at_his_own_table_while_a_bot_decides(played: Sample) -> None:
    for session in played.tables():
        deciding = session.deciding_side
        others = [side for side in session.sides if side != deciding]
        if deciding is None or len(others) != 1:
            continue
        controller, seat = watched(session, {deciding: "random"}), Seat(session, others[0])
        assert controller.view == seat.view and controller.viewing_side == others[0]
        assert controller.decision is None and controller.offers == () and controller.seating.bot_decides
        assert [line.event for line in controller.log()] == [event for _, event in seat.log()]
        assert not controller.subjects() and not controller.whereabouts() and controller.way_out() is None
        assert controller.awaited is not None and controller.awaited.prompt == ""
        last = controller.seat.step(len(session))
        assert describe(last, str) == describe(seat.step(len(session)), str)


def test_everybody_watches_the_public_table_while_two_bots_play(played: Sample) -> None:
    for session in played.tables():
        if session.deciding_side is None:
            continue
        controller = watched(session, dict.fromkeys(session.sides, "random"))
        assert controller.viewing_side == EVERYBODY and controller.view == session.view(EVERYBODY)
        assert controller.decision is None and controller.offers == ()
        assert [line.event for line in controller.log()] == [event for _, event in session.log(EVERYBODY)]
        assert controller.overlays() is not None
