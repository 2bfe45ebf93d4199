"""Screenshots of a plan, a procedure step by step, bots at the table and the evaluation of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEventLoop, QTimer

from app.tour.report_shots import played
from engine.bots.names import USUAL
from engine.referee.seat import Seat

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.library.scenario_library import Card
    from app.main_window import MainWindow
    from engine.referee.session import Session

SEED: Final = "the dice of the panels"
MOST_ACTIONS: Final = 400
MOST_UNITS: Final = 160
"""Larger scenarios take too long to look through."""
PLANNED: Final = 4
EVALUATED: Final = 60
"""Actions of the game that is evaluated."""
LONGEST_WAIT_MS: Final = 60_000


def screens(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """Looks for each in the small scenarios; the current game is restored afterwards."""
    before = window.table.controller.session if window.table.controller is not None else None
    small = sorted((card for card in cards if card.units <= MOST_UNITS), key=lambda card: card.units)
    yield from _plan(window, small, settle)
    yield from _steps(window, small, settle)
    yield from _bots(window, small, settle)
    yield from _evaluation(window, small, settle)
    window.return_to_table()
    if before is not None:
        window.game.play(before)


def _positions(window: MainWindow, cards: Iterable[Card]) -> Iterator[tuple[Session, Seat]]:
    """The decisions of games by chance, with the seat of the side that is asked."""
    for card in cards:
        session = window.library.set_up(card, seed=SEED)
        for at in played(session, Random(SEED)):
            if at > MOST_ACTIONS:
                break
            yield session, Seat(session, session.deciding_side)


def _plan(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """Some actions that were chosen and not done yet, where they are paid from a track."""
    for session, seat in _positions(window, cards):
        if not seat.spends:
            continue
        window.game.play(session.branch(len(session)))
        if window.table.planning.can_begin:
            window.actions_by_key["plan_ahead"].trigger()
            _choose_some(window, Random(SEED))
            settle()
            yield "planned", window
            window.table.planning.discard()
            return


def _choose_some(window: MainWindow, chance: Random) -> None:
    controller = window.table.controller
    assert controller is not None
    for _ in range(PLANNED * 3):
        offers = [offer for offer in controller.offers if not controller.is_ending(offer.action)]
        plan = window.table.planning.plan
        if not offers or (plan is not None and len(plan.items) >= PLANNED):
            return
        aimed = [offer for offer in offers if offer.action.kind != "none"]
        window.table.act(chance.choice(aimed or offers).action)


def _steps(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """The middle of a procedure of several steps."""
    for session, seat in _positions(window, cards):
        checklist = seat.checklist() if seat.has_checklist else None
        if checklist is not None and sum(bool(step.lines) for step in checklist.steps) > 1:
            window.game.play(session.branch(len(session)))
            window.docks["steps"].raise_()
            settle()
            settle()
            yield "steps", window
            return


def _bots(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """A bot plays one of the sides and waits."""
    card = next((card for card in cards if card.turns > 1), None)
    if card is None:
        return
    session = window.library.set_up(card, seed=SEED)
    side = session.deciding_side
    assert side is not None
    window.game.play(session)
    controller = window.table.controller
    assert controller is not None
    controller.seat_bots({side: USUAL})
    window.table.bots.pause_or_continue()
    settle()
    settle()
    yield "bots", window
    controller.seat_bots({})


def _evaluation(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """A game that was evaluated from its beginning."""
    for card in cards:
        session = window.library.set_up(card, seed=SEED)
        reached = 0
        for at in played(session, Random(SEED)):
            reached = at
            if at >= EVALUATED:
                break
        if reached < EVALUATED:
            continue
        window.game.play(session)
        page, loop = window.report_actions.evaluation, QEventLoop()
        page.ready.connect(loop.quit)
        QTimer.singleShot(LONGEST_WAIT_MS, loop, loop.quit)
        window.report_actions.show_evaluation()
        loop.exec()
        if page.course is not None:
            settle()
            window.stray_tabs.hide_stray()
            yield "evaluation", window
            return
        window.return_to_table()
