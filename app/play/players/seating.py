"""Which sides of a game people play and which bots, and whose table is shown."""

from __future__ import annotations

from engine.referee.public_view import EVERYBODY
from engine.referee.session import Session
from engine.referee.visible_step import VisibleStep


class Seating:
    """Read from the session each time: bots come and go during a game."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that are not played by bots."""
        return tuple(side for side in self._session.sides if side not in self._session.bots)

    def bot_of(self, side: str) -> str:
        """The name of the bot that plays a side; empty for a person."""
        return self._session.bots.get(side, "")

    @property
    def bot_decides(self) -> bool:
        """Is it a bot that is asked now?"""
        return self._session.deciding_side in self._session.bots

    @property
    def viewing_side(self) -> str | None:
        """The side whose view is shown: the deciding side; while a bot decides, the only person's side, or
        everybody (`EVERYBODY`); None, which sees everything, after the game."""
        if not self.bot_decides:
            return self._session.deciding_side
        people = self.people
        return people[0] if len(people) == 1 else EVERYBODY

    @property
    def bot_acted_last(self) -> bool:
        """Was the last action one of a bot?"""
        return self._session.last_actor in self._session.bots

    @property
    def last_own_decision(self) -> int | None:
        """How many actions had been taken when a person decided last; None if none has decided anything."""
        last = self._session.last_action_of(self.people)
        return self._session.group_start(last) - 1 if last else None

    def next_own_decision(self, undone: list[VisibleStep]) -> int:
        """How many actions there are when a person decides next among those that were taken back."""
        people, now = self.people, len(self._session)
        for count, following in enumerate(undone[1:], start=1):
            if following.side in people and not following.is_joined:
                return now + count
        return now + len(undone)
