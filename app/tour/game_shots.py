"""Screenshots of the tables of all games, for the pages of the handbook about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.library.scenario_library import Card
    from app.main_window import MainWindow

SEED: Final = "the tables of the games"


def screens(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """The smallest scenario of each game as it begins; the current game is restored afterwards."""
    before = window.table.controller.session if window.table.controller is not None else None
    smallest: dict[str, Card] = {}
    for card in sorted(cards, key=lambda card: card.units):
        smallest.setdefault(card.game, card)
    for key, card in sorted(smallest.items()):
        window.game.play(window.library.set_up(card, seed=SEED))
        settle()
        settle()
        yield f"game-{key}", window
    if before is not None:
        window.game.play(before)
