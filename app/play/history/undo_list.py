"""What was done and what was taken back, as a list in which one goes several steps at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.play.play_controller import PlayController
from app.search.search_popup import Find, Finder
from engine.mechanics.plural import counted
from engine.referee.visible_step import VisibleStep

MOST_STEPS: Final = 60
BARRIER: Final = "{why}: Undo goes on step by step, if every side agrees"


class UndoList(Finder):
    """Lists what can freely be taken back, the latest first, and above it what can be done again."""

    wanted = Signal(int)
    """How many actions the game should have."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, "Undo history", "What was done", "Nothing like this was done.")
        self._finds: list[Find] = []

    def ask_about(self, controller: PlayController) -> None:
        """Come up for this game."""
        back = _own_decisions(controller) if controller.session.bots else _back(controller)
        self._finds = [*_again(controller), *back]
        self.ask()

    def matches(self, text: str) -> Sequence[Find]:
        """The steps with these words in them."""
        words = text.casefold().split()
        return [find for find in self._finds if all(word in find.title.casefold() for word in words)]

    def take(self, what: Any) -> None:
        """Say how far."""
        self.wanted.emit(what)


def _again(controller: PlayController) -> Iterator[Find]:
    """What was taken back, the last to be done again on top; what was done together is one line."""
    now = len(controller.session)
    undone = controller.seat.undone() if controller.can_redo else []
    groups = [
        (count, step)
        for count, step in enumerate(undone[:MOST_STEPS], start=1)
        if count == len(undone) or not undone[count].is_joined
    ]
    for count, step in reversed(groups):
        words = describe(step, controller.side_title)
        yield Find(f"Again: {words}", f"redo {counted(count, 'action')}", now + count)


def _back(controller: PlayController) -> Iterator[Find]:
    """What can be taken back, down to the first thing that needs consent; a group is one line."""
    session, seat = controller.session, controller.seat
    at = now = len(session) if controller.can_undo and controller.plan is None else 0
    while at > max(now - MOST_STEPS, controller.known_from, 0):
        why, before = session.why_consent(at), session.group_start(at) - 1
        if why:
            yield Find(BARRIER.format(why=why), "", at, enabled=False)
            return
        words = describe(seat.step(at), controller.side_title)
        yield Find(words, f"undo {counted(now - before, 'action')}", before)
        at = before


def _own_decisions(controller: PlayController) -> Iterator[Find]:
    """Against bots: what people decided, each with all that bots have done since."""
    session, seat, people = controller.session, controller.seat, controller.seating.people
    at = now = len(session) if controller.can_undo else 0
    listed = 0
    while at > max(controller.known_from, 0) and listed < MOST_STEPS:
        step, before = seat.step(at), session.group_start(at) - 1
        if step.side in people and not step.was_automatic:
            listed += 1
            words = describe(step, controller.side_title)
            yield Find(words, f"undo {counted(now - before, 'action')}", before)
        at = before


def describe(step: VisibleStep, side_title: Callable[[str], str]) -> str:
    """The first sentence about a step that its reader may read."""
    first = next((event.text for event in step.events if event.text), "")
    action = step.action if step.side == step.viewing_side else None
    if not first and action is not None:
        first = f"{action.verb.replace('_', ' ').capitalize()} {action.target}".rstrip()
    return first or f"An action of {side_title(step.side)}"
