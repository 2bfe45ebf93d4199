"""Screenshots of the odds panel and of the statistics, found by random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from engine.referee.seat import Seat

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.library.scenario_library import Card
    from app.main_window import MainWindow
    from engine.referee.session import Session

SEEDS: Final = ("tour 1", "tour 2", "tour 3", "tour 4")
MOST_ACTIONS: Final = 800
ENOUGH_MODIFIERS: Final = 3


def screens(
    window: MainWindow, cards: list[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """An attack being built, its dice, and the statistics of the game it belongs to."""
    found = next((fight for card in cards for fight in _fights(window, card)), None)
    if found is None:
        return
    session, at, rolled = found
    window.table.odds.load_now()
    window.game.play(session.branch(at))
    settle()
    yield "combat", window
    window.game.play(session.branch(rolled))
    window.docks["odds"].raise_()
    settle()
    yield "combat-rolled", window
    window.docks["inspector"].raise_()
    window.docks["forces"].raise_()
    settle()
    settle()
    yield "forces", window
    window.docks["inspector"].raise_()
    window.game.play(session)
    window.report_actions.show_statistics()
    while window.report_actions.page.is_counting:
        settle()
    settle()
    window.report_actions.tabs.hide_stray()
    yield "statistics", window
    window.return_to_table()


def _fights(window: MainWindow, card: Card) -> Iterator[tuple[Session, int, int]]:
    """Games with an attack with many modifiers: the game, the step before the roll, the step after."""
    for seed in SEEDS:
        session = window.library.set_up(card, seed=seed)
        built: list[tuple[int, int]] = []
        most = 0
        for at in played(session, Random(seed)):
            seat = Seat(session, session.deciding_side)
            for action in seat.legal():
                preview = seat.preview(action) if action.kind == "none" else None
                if preview is not None and preview.expected_losses():
                    built.append((len(preview.modifiers), at))
                    most = max(most, len(preview.modifiers))
        if most >= ENOUGH_MODIFIERS:
            before = max(at for modifiers, at in built if modifiers == most)
            everything = Seat(session, None)
            later = range(before + 1, len(session) + 1)
            rolls = (at for at in later if any(event.dice for event in everything.step(at).events))
            after = next(rolls, before)
            yield session, before, after


def played(session: Session, chance: Random) -> Iterator[int]:
    """Play the least used legal actions, to reach many decisions; yields the number of actions."""
    tried: Counter[tuple[str, str]] = Counter()
    while (side := session.deciding_side) is not None and len(session) < MOST_ACTIONS:
        yield len(session)
        seat = Seat(session, side)
        legal, (_, what) = seat.legal(), seat.step(len(session)).decision
        least = min(tried[what, action.verb] for action in legal)
        action = chance.choice([action for action in legal if tried[what, action.verb] == least])
        tried[what, action.verb] += 1
        session.submit(side, action)
