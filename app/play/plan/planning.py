"""The plans of the sides: made on the table, kept while the other side acts, carried out action by action."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from app.play.targets import WhyNot
from engine.referee.action import Action
from engine.referee.plan import Plan, PlanItem
from engine.referee.refusal import Refusal

if TYPE_CHECKING:
    from app.play.map_input.map_note import TableNote
    from app.play.play_controller import PlayController
    from app.play.table_game import TableGame
    from engine.referee.session import Session


class Submitted(Struct, frozen=True):
    """A group of items that was sent to the referee, and after which action."""

    number: int
    items: tuple[PlanItem, ...]

    @property
    def actions(self) -> list[Action]:
        return [action for item in self.items for action in item.actions]


class Planning(QObject):
    """Each side has one plan, for the decision in which it was made. The other side never sees it."""

    changed = Signal()
    """The plan, or whether it is on the table."""

    def __init__(self, game: TableGame, note: TableNote, act: Callable[..., None], parent: QObject) -> None:
        """`act` does a group of actions, after it was confirmed where that is needed."""
        super().__init__(parent)
        self._game, self._note, self._act = game, note, act
        self._session: Session | None = None
        self._plans: dict[str, Plan] = {}
        self._submitted: dict[str, list[Submitted]] = {}
        self._goes_on: set[str] = set()
        self._length = 0
        game.changed.connect(self._follow)

    # what there is

    @property
    def controller(self) -> PlayController | None:
        """The game on the table."""
        return self._game.controller

    @property
    def side(self) -> str:
        """The side that is asked now; empty for none."""
        controller = self.controller
        return (controller.viewing_side or "") if controller is not None else ""

    @property
    def plan(self) -> Plan | None:
        """The plan of the side that is asked, if it belongs to this decision."""
        return self._plans.get(self.side)

    @property
    def is_on(self) -> bool:
        """Is the plan on the table instead of the game?"""
        return self.controller is not None and self.controller.plan is not None

    @property
    def can_begin(self) -> bool:
        """Can the side that is asked plan its next actions?"""
        controller = self.controller
        if controller is None or not controller.can_decide or controller.asked_across:
            return False
        return not (controller.looking_back or controller.correcting)

    @property
    def goes_on(self) -> bool:
        """Is the rest of the plan carried out by itself whenever the side is asked again?"""
        return self.side in self._goes_on

    def set_goes_on(self, on: bool) -> None:
        """Carry out the rest by itself from now on, or wait."""
        (self._goes_on.add if on else self._goes_on.discard)(self.side)

    # making it

    def begin(self) -> None:
        """Put the plan of the side on the table; from now on what is chosen is added to it."""
        controller = self.controller
        if controller is None or not self.can_begin or self.is_on:
            return
        if self.plan is None:
            self._plans[self.side] = Plan(controller.session)
        controller.show_plan(self._plans[self.side])

    def toggle(self) -> None:
        """Begin a plan, or go back to the game."""
        (self.leave if self.is_on else self.begin)()

    def leave(self) -> None:
        """Put the game back on the table; the plan is kept."""
        if self.controller is not None and self.is_on:
            self.controller.show_plan(None)

    def discard(self) -> None:
        """Throw the plan away."""
        self._plans.pop(self.side, None)
        self._goes_on.discard(self.side)
        if self.is_on:
            self.leave()
        else:
            self.changed.emit()

    def remove(self, number: int) -> None:
        """Take an item out of the plan."""
        plan = self.plan
        if plan is not None and 0 <= number < len(plan.items):
            plan.remove(number)
            self._show()

    def move(self, number: int, to: int) -> None:
        """Put an item to another place."""
        plan = self.plan
        if plan is not None and 0 <= number < len(plan.items) and 0 <= to < len(plan.items):
            plan.move(number, to)
            self._show()

    def _show(self) -> None:
        controller = self.controller
        if controller is not None and controller.plan is not None:
            controller.show_plan(controller.plan)
        else:
            self.changed.emit()

    # carrying it out

    def carry_out(self) -> None:
        """Submit the items that can be done now as one group; stop before the first that cannot."""
        controller, plan, side = self.controller, self.plan, self.side
        if controller is None or plan is None or not plan.items:
            return
        items, actions = plan.next_group()
        self.leave()
        if not items:
            self._tell_problem(plan.items[0])
            return
        number = len(controller.session)
        self._submitted.setdefault(side, []).append(Submitted(number, tuple(items)))
        self._act(*actions)

    def _tell_problem(self, item: PlanItem) -> None:
        self._goes_on.discard(self.side)
        self._note.explain([WhyNot(item.text or item.label, item.refusals)], "")

    # what the game does meanwhile

    def _follow(self) -> None:
        controller = self.controller
        if controller is None or controller.session is not self._session:
            self._plans, self._submitted, self._goes_on = {}, {}, set()
            self._session = controller.session if controller is not None else None
            if controller is not None:
                controller.plan_refused.connect(self._refused)
        elif controller.plan is None and not controller.looking_back and not controller.correcting:
            self._catch_up(controller)
        self._length = len(self._session) if self._session is not None else 0
        self.changed.emit()

    def _refused(self, refusals: tuple[Refusal, ...]) -> None:
        self._note.explain([WhyNot("Not added to the plan", refusals)], "")

    def _catch_up(self, controller: PlayController) -> None:
        """Take what was done out of the plan, put back what was undone, and try the rest again."""
        session, side = controller.session, self.side
        if len(session) < self._length:
            self._goes_on.discard(side)
        plan = self._plans.get(side)
        items = list(plan.items) if plan is not None else []
        for sent in list(self._submitted.get(side, ())):
            if self._was_done(controller, sent):
                items = [item for item in items if item not in sent.items]
            elif len(session) <= sent.number and plan is not None and plan.fits(session):
                self._submitted[side].remove(sent)
                items = [*(item for item in sent.items if item not in items), *items]
        if plan is None or (plan.is_current and items == plan.items):
            return
        if plan.fits(session):
            self._plans[side] = Plan(session, items)
            if items and self.goes_on:
                QTimer.singleShot(0, self, self.carry_out)
        elif controller.decision is not None and not self._is_inside(controller):
            del self._plans[side]

    def _is_inside(self, controller: PlayController) -> bool:
        """Has the side begun an action by hand in the decision that it has planned?"""
        plan = self._plans[self.side]
        return plan.is_inside(controller.session)

    def _was_done(self, controller: PlayController, sent: Submitted) -> bool:
        first, actions = sent.number + 1, sent.actions
        if len(controller.session) < sent.number + len(actions) or controller.known_from >= first:
            return False
        steps = [controller.seat.step(first + at) for at in range(len(actions))]
        return [step.action for step in steps] == actions
