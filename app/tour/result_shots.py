"""Screenshots of what comes before and after a roll: confirmation, result, question across the table, end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from engine.referee.ruling import Resignation

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.library.scenario_library import Card
    from app.main_window import MainWindow

SEED: Final = "the dice of the results"
MOST_ACTIONS: Final = 90
MOST_UNITS: Final = 160
"""Larger scenarios take too long to look through."""


def screens(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """Play small scenarios by chance until each was seen; the current game is restored afterwards."""
    before = window.table.controller.session if window.table.controller is not None else None
    wanted = {"confirm", "result", "question"}
    hot_seat = window.actions_by_key["hot_seat"]
    was_on = hot_seat.isChecked()
    hot_seat.setChecked(True)
    window.table.remind = False
    for card in sorted((card for card in cards if card.units <= MOST_UNITS), key=lambda card: card.units):
        if wanted:
            window.game.play(window.library.set_up(card, seed=SEED))
            yield from _found(window, wanted, settle)
    hot_seat.setChecked(was_on)
    controller = window.table.controller
    if controller is not None and controller.viewing_side is not None:
        controller.rule(Resignation(controller.viewing_side))
        window.results.card.dismiss()
        window.end_actions.show_end()
        while window.end_actions.page.is_counting:
            settle()
        settle()
        yield "end", window
    window.return_to_table()
    if before is not None:
        window.game.play(before)


def _found(window: MainWindow, wanted: set[str], settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    controller, chance = window.table.controller, Random(SEED)
    assert controller is not None
    for _ in range(MOST_ACTIONS):
        if window.hotseat.covered:
            window.hotseat.handover_screen.taken_over.emit(False)
        if not controller.offers or not wanted:
            return
        if controller.asked_across and "question" in wanted:
            wanted.remove("question")
            settle()
            yield "question", window
        window.table.act(chance.choice(controller.offers).action)
        if window.table.commitment.chosen:
            if "confirm" in wanted and window.table.commitment.card.hexes:
                wanted.remove("confirm")
                settle()
                yield "confirm", window
            window.table.commitment.confirm()
        card = window.results.card
        if "result" in wanted and not card.isHidden() and card.hexes and len(card.results.dice) > 1:
            wanted.remove("result")
            settle()
            yield "result", window
