"""Screenshots of decisions in further games, found by random play: spending and an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from app.tour.report_shots import played
from engine.referee.seat import Seat

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.library.scenario_library import Card
    from app.main_window import MainWindow
    from engine.referee.session import Session

SEED: Final = "the dice of the second table"
MOST_ACTIONS: Final = 120
Wanted: TypeAlias = "Callable[[Session], bool]"


def screens(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """Play the smallest scenarios of further games; the current game is restored afterwards."""
    smallest: dict[str, Card] = {}
    for card in sorted(cards, key=lambda card: card.units):
        smallest.setdefault(card.game, card)
    if len(smallest) < 2:
        return
    before = window.table.controller.session if window.table.controller is not None else None
    wanted: dict[str, Wanted] = {"orders": _spends, "combat-2": _attacks}
    window.table.odds.load_now()
    for card in list(smallest.values())[1:]:
        session = window.library.set_up(card, seed=SEED)
        for name, at in _steps_to_show(session, wanted):
            window.game.play(session.branch(at))
            settle()
            settle()
            yield name, window
    if before is not None:
        window.game.play(before)


def _steps_to_show(session: Session, wanted: dict[str, Wanted]) -> Iterator[tuple[str, int]]:
    """The first steps with each wanted decision."""
    for at in played(session, Random(SEED)) if wanted else ():
        for name in [name for name, is_it in wanted.items() if is_it(session)]:
            del wanted[name]
            yield name, at
        if not wanted or at > MOST_ACTIONS:
            return


def _spends(session: Session) -> bool:
    seat = Seat(session, session.deciding_side)
    pointed = {action.verb: action for action in seat.legal() if action.kind in ("hex", "hexside")}
    found = [seat.preview(action) for action in pointed.values()]
    return len(found) > 1 and all(preview is not None and preview.prices for preview in found)


def _attacks(session: Session) -> bool:
    seat = Seat(session, session.deciding_side)
    found = [seat.preview(action) for action in seat.legal() if action.kind == "none"]
    return any(
        preview is not None and preview.expected_losses() and len(preview.modifiers) > 1 for preview in found
    )
