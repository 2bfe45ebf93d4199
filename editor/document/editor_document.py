"""The scenario on the workbench: working copy, history, and a word to everybody when something changes."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from editor.commands.set_records import Changes, SetRecords
from editor.commands.undo_history import History
from editor.document.working_copy import SCENARIO, SHEET, WorkingCopy
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.hexes.lattice import Lattice

REMEMBERED = 3
"""Sizes of a map between which undoing and redoing goes back and forth."""


class EditorDocument(QObject):
    """All changes go through `do`; nobody writes to the tables directly."""

    changed = Signal(object)
    """The entries that are different now, by table: `editor.commands.set_records.Changes`."""
    scenario_changed = Signal()
    """Something other than what is drawn hex by hex is different: units, regions, turns …"""
    history_changed = Signal()
    """The history has moved, or something was saved."""

    def __init__(self, document: ScenarioDocument, revision: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.work = WorkingCopy(document)
        self.history = History(self.work)
        self.revision = revision
        """The revision in the catalogue that this began from; 0 is one that was never saved."""
        self._lattices: list[tuple[Any, Any, Lattice]] = []
        """Grids and second numbers that the map has or had a moment ago, with their hexes."""
        self._strokes = 0
        self.in_stroke = False
        """Whether the pointer is drawing right now."""

    @property
    def key(self) -> str:
        return self.work.scenario("key")

    @property
    def title(self) -> str:
        return self.work.scenario("title")

    @property
    def game(self) -> str:
        return self.work.scenario("game")

    @property
    def is_modified(self) -> bool:
        return self.history.is_modified

    @property
    def lattice(self) -> Lattice:
        """The hexes of the map as it is now."""
        return self._lattice(self.work.sheet("grid"), self.work.sheet("aliases"))

    def _lattice(self, grid: Any, aliases: Any) -> Lattice:
        """The hexes of a grid; of the last few they are remembered, so that undoing is quick."""
        for known, second, lattice in self._lattices:
            if known is grid and second is aliases:
                return lattice
        made = MapSheet(self.work.sheet("key"), "", grid, aliases=aliases).lattice()
        self._lattices = [(grid, aliases, made), *self._lattices[: REMEMBERED - 1]]
        return made

    def make_ready(self, command: SetRecords | None = None) -> None:
        """Work out where the hexes lie, now or after a command; whoever has time does it ahead."""
        fields = {**self.work.tables[SHEET], **(command.after.get(SHEET, {}) if command is not None else {})}
        lattice = self._lattice(fields["grid"], fields["aliases"])
        for here in lattice.hexes:
            lattice.cube(here)

    def snapshot(self) -> ScenarioDocument:
        """The scenario as it is now."""
        return self.work.document()

    # changing

    def do(self, command: SetRecords) -> bool:
        """Carry a command out; whether it changed anything."""
        changes = self.history.do(command)
        self._notify(changes)
        return bool(changes)

    def undo(self) -> None:
        """Take the last step back."""
        self._notify(self.history.undo())

    def redo(self) -> None:
        """Do again what was taken back."""
        self._notify(self.history.redo())

    def go_to(self, at: int) -> None:
        """To another moment of the history."""
        self._notify(self.history.go_to(at))

    def new_stroke(self) -> str:
        """A merge key for one drag of the pointer: everything done under it is one step."""
        self.history.seal()
        self._strokes += 1
        self.in_stroke = True
        return f"stroke {self._strokes}"

    def end_stroke(self) -> None:
        """The drag is over."""
        self.in_stroke = False
        self.history.seal()

    def saved_as(self, revision: int, at: int | None = None) -> None:
        """What there is now is on disk, or what there was when so many steps were done."""
        self.revision = revision
        self.history.mark_saved(self.history.at if at is None else at)
        self.history_changed.emit()

    def _notify(self, changes: Changes) -> None:
        if not changes:
            return
        self.changed.emit(changes)
        if changes.get(SHEET) or changes.get(SCENARIO):
            self.scenario_changed.emit()
        self.history_changed.emit()
