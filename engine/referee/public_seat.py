"""The seat of a side that answers a question while the others look on at the same table."""

from __future__ import annotations

from collections.abc import Container

from engine.referee.action import Action
from engine.referee.checklist import Checklist, public_checklist
from engine.referee.event import Event
from engine.referee.first_roll import FirstRoll
from engine.referee.history import Step
from engine.referee.look_ahead import LookAhead
from engine.referee.public_view import EVERYBODY
from engine.referee.refusal import REFEREE, Refusal
from engine.referee.seat import Seat
from engine.referee.session import Session
from engine.referee.view import Overlay, View
from engine.referee.visible_step import VisibleStep


class PublicSeat(Seat):
    """Shows the question and the answers of one side, and for the rest only what all sides may see.

    Only for a decision with `Choice.asks_across_the_table`, or for `EVERYBODY`, who decides nothing.
    """

    @property
    def view(self) -> View:
        return self._session.view(EVERYBODY)

    def log(self, since: int = 0) -> list[tuple[int, Event]]:
        return self._session.log(EVERYBODY, since)

    def overlays(self, keys: Container[str] | None = None, at: int | None = None) -> list[Overlay]:
        """Those that are the same for all sides."""
        first, *others = (Seat(self._session, side).overlays(keys, at) for side in self._session.sides)
        return [overlay for overlay in first if all(overlay in found for found in others)]

    def overlays_from(self, here: str) -> list[Overlay]:
        first, *others = (Seat(self._session, side).overlays_from(here) for side in self._session.sides)
        return [overlay for overlay in first if all(overlay in found for found in others)]

    def _checklist_of(self, side: str | None) -> tuple[int, Checklist] | None:
        """What is the same in the lists of all sides."""
        found = [super(PublicSeat, self)._checklist_of(one) for one in self._session.sides]
        if any(one is None for one in found):
            return None
        depths, lists = zip(*(one for one in found if one is not None), strict=True)
        checklist = public_checklist(lists) if len(set(depths)) == 1 else None
        return (depths[0], checklist) if checklist is not None else None

    def view_at(self, at: int) -> View:
        return self._visible(at, self._session.history[at]).view()

    def _visible(self, at: int, step: Step, before: VisibleStep | None = None) -> VisibleStep:
        return VisibleStep(at, step, self._session.game, EVERYBODY, before)

    def refusals(self, action: Action) -> list[Refusal]:
        """Why something else cannot be done may be a secret; the referee gives no other reason."""
        return [Refusal(REFEREE, "This is not one of the answers")] if super().refusals(action) else []

    def look_ahead(self, *actions: Action) -> LookAhead | None:
        """Nothing: what would be on offer afterwards may be a secret."""
        return None

    def first_roll(self, *actions: Action) -> FirstRoll | None:
        """That dice would fall, without what they are for, which may be a secret."""
        ahead = super().look_ahead() if len(actions) == 1 else None
        roll = ahead.first_roll(actions[0]) if ahead is not None else None
        return FirstRoll("", "", "") if roll is not None else None


def seat_of(session: Session, side: str | None) -> Seat:
    """The seat of a side, or of somebody who looks on and sees what all sides may see (`EVERYBODY`)."""
    return PublicSeat(session, side) if side == EVERYBODY else Seat(session, side)
