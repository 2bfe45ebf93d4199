"""Why something cannot be done: the reason that matters, beside its hex, and none for one who only looks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.targets import Offer
from app.play.why_not import Attempt
from engine import games
from engine.referee.seat import Seat
from engine.referee.session import Session, Start
from tests.app.hands import Hands


def example(key: str, name: str) -> Session:
    game = games.game(key)
    text = (game.examples_path() / f"{name}.toml").read_text(encoding="utf-8")
    return Session.begin(game, Start(key, "position", name, text, "why not"))


@pytest.fixture
def table(window: MainWindow, qtbot: QtBot) -> Hands:
    """Crossing the Line: the 1st Infantry Division acts, and nothing is selected."""
    window.table.remind = False
    window.game.play(example("ctl", "6.4.3-reaction-inside-a-move"))
    return Hands(window, qtbot)


def middle(hands: Hands, hex_id: str) -> QPoint:
    view, scene = hands.window.table.map, hands.window.table.map.map_scene()
    assert scene is not None
    return view.mapFromScene(scene.geometry.centre(hex_id))


def test_who_only_looks_reads_no_refusal(table: Hands) -> None:
    note = table.window.table.note
    for hex_id in ("1510", "1411", "1908"):
        table.window.table.map.go_to(hex_id)
        table.click_hex(hex_id)
        assert note.isHidden(), f"somebody looks at {hex_id}: {note.text}"
        assert table.window.table.inspector.place == hex_id


def test_what_is_tried_is_refused_beside_its_hex_with_its_case(table: Hands) -> None:
    note = table.window.table.note
    table.click_hex("1611")
    assert table.controller.subjects() == {"a"}
    table.window.table.map.go_to("1506")
    table.click_hex("1506")
    assert note.isVisible() and "Not possible in 1506" in note.text
    beside = note.geometry().adjusted(-120, -120, 120, 120)
    assert beside.contains(middle(table, "1506")), "the reason lies beside its hex"
    assert not note.geometry().contains(middle(table, "1506"))


def test_the_reason_goes_with_the_next_action(table: Hands) -> None:
    note = table.window.table.note
    table.click_hex("1611")
    table.window.table.map.go_to("1506")
    table.click_hex("1506")
    assert note.isVisible()
    way_out = table.controller.way_out()
    assert way_out is not None
    table.window.table.act(way_out.action)
    assert note.isHidden()


def test_what_is_nearest_to_being_legal_comes_first() -> None:
    """A battalion is never told that it is no headquarters while it could be refused for a better reason."""
    for path in sorted(games.game("ctl").examples_path().glob("*.toml"))[::6]:
        session = example("ctl", path.stem)
        side = session.deciding_side
        if side is None:
            continue
        seat = Seat(session, side)
        offers = _offers(seat)
        for counter in seat.view.counters:
            answers = Attempt(seat, seat.view, offers).explained(counter.place, [counter])
            reasons = [refusal for answer in answers for refusal in answer.refusals]
            assert all(refusal.case for refusal in reasons)
            if counter.kind != "hq" and len(answers) > 1:
                first = answers[0].refusals[0].why
                assert "is not a headquarters" not in first and "no headquarters" not in first, path.stem
            counts = [len(answer.refusals) for answer in answers]
            assert counts == sorted(counts), "the fewest reasons first"


def _offers(seat: Seat) -> list[Offer]:
    return [Offer(action, seat.label(action)) for action in seat.legal()]
