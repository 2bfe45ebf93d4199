"""The undo history: steps done, steps undone, and the saved step."""

from __future__ import annotations

from editor.commands.set_records import Changes, Edits, SetRecords
from editor.document.working_copy import WorkingCopy


class UndoHistory:
    """An unlimited undo list for one working copy."""

    def __init__(self, work: WorkingCopy) -> None:
        self.work = work
        self.steps: list[SetRecords] = []
        self.at = 0
        """The number of steps that are done."""
        self._saved_at: int | None = 0
        self._open = False
        """Whether the next command may merge into the last step."""

    def do(self, command: SetRecords) -> Changes:
        """Do a command and record it; undone steps are dropped. A command without effect is not recorded."""
        changes = command.do(self.work)
        if not command:
            return {}
        last = self.steps[self.at - 1] if self.at and self.at == len(self.steps) else None
        merges = last is not None and self._open and command.merge_key and self._saved_at != self.at
        if merges and last is not None and last.merge_key == command.merge_key:
            last.absorb(command)
            return changes
        if self._saved_at is not None and self._saved_at > self.at:
            self._saved_at = None
        del self.steps[self.at :]
        self.steps.append(command)
        self.at += 1
        self._open = True
        return changes

    def seal(self) -> None:
        """End merging: the next command is a new step."""
        self._open = False

    @property
    def can_undo(self) -> bool:
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.steps)

    def undo(self) -> Changes:
        """Undo the last step."""
        self.seal()
        if not self.can_undo:
            return {}
        self.at -= 1
        return self.steps[self.at].undo(self.work)

    def redo(self) -> Changes:
        """Redo the next step."""
        self.seal()
        if not self.can_redo:
            return {}
        self.at += 1
        return self.steps[self.at - 1].redo(self.work)

    def go_to(self, at: int) -> Changes:
        """Undo or redo until this number of steps is done."""
        changed: Edits = {}
        while self.at != min(max(at, 0), len(self.steps)):
            for table, rows in (self.undo() if self.at > at else self.redo()).items():
                changed.setdefault(table, {}).update(dict.fromkeys(rows))
        return changed

    def mark_saved(self, at: int) -> None:
        """Mark the state after this number of steps as saved."""
        self.seal()
        self._saved_at = at

    def mark_unsaved(self) -> None:
        """Mark the current state as never saved: a new or restored map."""
        self._saved_at = None

    @property
    def is_modified(self) -> bool:
        return self._saved_at != self.at
