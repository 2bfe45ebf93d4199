"""The scenario in the editor: working copy, undo history and change signals."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

from editor.commands.set_records import Changes, SetRecords
from editor.commands.undo_history import UndoHistory
from editor.document.working_copy import SCENARIO, SHEET, WorkingCopy
from engine.catalogue.document import MapSheet, ScenarioDocument
from engine.hexes.lattice import Lattice

MAX_CACHED_LATTICES = 3
"""Hex grids kept for undo and redo of resizing."""


class EditorDocument(QObject):
    """All changes go through `do`; the tables are never written directly."""

    changed = Signal(object)
    """The changed entries by table: `editor.commands.set_records.Changes`."""
    scenario_changed = Signal()
    """Fields of the map or scenario other than single hexes changed: units, regions, turns …"""
    history_changed = Signal()
    """The undo history or its saved position changed."""

    def __init__(self, document: ScenarioDocument, revision: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.work = WorkingCopy(document)
        self.history = UndoHistory(self.work)
        self.revision = revision
        """The catalogue revision this document was loaded from; 0 if it was never saved."""
        self._lattices: list[tuple[Any, Any, Lattice]] = []
        """Cached lattices by grid and second numbers."""
        self._strokes = 0
        self.in_stroke = False
        """Whether a drag of the pointer is in progress."""

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
        """The hexes of the current map."""
        return self._lattice(self.work.sheet("grid"), self.work.sheet("aliases"))

    def _lattice(self, grid: Any, aliases: Any) -> Lattice:
        """The lattice of a grid; the last few are cached for fast undo."""
        for known, second, lattice in self._lattices:
            if known is grid and second is aliases:
                return lattice
        made = MapSheet(self.work.sheet("key"), "", grid, aliases=aliases).lattice()
        self._lattices = [(grid, aliases, made), *self._lattices[: MAX_CACHED_LATTICES - 1]]
        return made

    def make_ready(self, command: SetRecords | None = None) -> None:
        """Compute the lattice, now or after a command; may be called ahead in a background task."""
        fields = {**self.work.tables[SHEET], **(command.after.get(SHEET, {}) if command is not None else {})}
        lattice = self._lattice(fields["grid"], fields["aliases"])
        for here in lattice.hexes:
            lattice.cube(here)

    def snapshot(self) -> ScenarioDocument:
        """The current scenario as an immutable document."""
        return self.work.document()

    # changing

    def do(self, command: SetRecords) -> bool:
        """Do a command; return whether it changed anything."""
        changes = self.history.do(command)
        self._notify(changes)
        return bool(changes)

    def do_step(self, command: SetRecords) -> bool:
        """Do a command as an undo step of its own; return whether it changed anything."""
        is_changed = self.do(command)
        self.end_stroke()
        return is_changed

    def undo(self) -> None:
        """Take the last step back."""
        self._notify(self.history.undo())

    def redo(self) -> None:
        """Redo the last undone step."""
        self._notify(self.history.redo())

    def go_to(self, at: int) -> None:
        """Undo or redo to this position of the history."""
        self._notify(self.history.go_to(at))

    def new_stroke(self) -> str:
        """Begin a drag; return the merge key that makes it one undo step."""
        self.history.seal()
        self._strokes += 1
        self.in_stroke = True
        return f"stroke {self._strokes}"

    def end_stroke(self) -> None:
        """End the drag."""
        self.in_stroke = False
        self.history.seal()

    def saved_as(self, revision: int, at: int | None = None) -> None:
        """Mark the current state, or the state after `at` steps, as saved under this revision."""
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
