"""Plays the scenario of a finished game again; the players change sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.library.scenario_library import Card, Committed, ScenarioLibrary
    from app.play.history.notebook import Notebook
    from app.window.current_game import CurrentGame
    from engine.referee.session import Session


class Rematch:
    """Finds the scenario of the game on the table and begins it anew."""

    def __init__(
        self,
        current: CurrentGame,
        notebook: Notebook,
        *,
        library: Callable[[], ScenarioLibrary],
        begin: Callable[[Card, dict[str, object], Committed | None, dict[str, str]], None],
    ) -> None:
        self._current, self._notebook = current, notebook
        self._library, self._begin = library, begin

    def is_possible(self, session: Session) -> bool:
        """Does the library still offer the scenario of this game?"""
        return self._card_of(session) is not None

    def _card_of(self, session: Session) -> Card | None:
        start = session.start
        cards = self._library().cards() if start.kind == "scenario" else []
        return next((card for card in cards if (card.game, card.key) == (start.game, start.key)), None)

    def start(self) -> None:
        """The same scenario with the same options; whoever played a side, or its bot, plays the next one."""
        session = self._current.session
        card = self._card_of(session) if session is not None else None
        if session is None or card is None:
            return
        names, bots = self._notebook.names(), session.bots
        sides = list(names)
        before = dict(zip(sides, (*sides[1:], sides[0]), strict=True))
        moved = {side: bots[other] for side, other in before.items() if other in bots}
        self._begin(card, dict(session.start.options), None, moved)
        if self._current.session is not session and any(names.values()):
            self._notebook.name_players({side: names[other] for side, other in before.items()})
