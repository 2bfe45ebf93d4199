"""What was done, what was taken back, and which of it is on disk."""

from __future__ import annotations

from editor.commands.set_records import Changes, Edits, SetRecords
from editor.document.working_copy import WorkingCopy


class History:
    """An unlimited list of steps over one working copy."""

    def __init__(self, work: WorkingCopy) -> None:
        self.work = work
        self.steps: list[SetRecords] = []
        self.at = 0
        """So many of the steps are done."""
        self._saved_at: int | None = 0
        self._open = False
        """Whether the last step may still take in others of its kind."""

    def do(self, command: SetRecords) -> Changes:
        """Do it and remember it; steps that had been taken back are forgotten. Nothing changed: no step."""
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
        """The drag is over: what comes next is another step."""
        self._open = False

    @property
    def can_undo(self) -> bool:
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        return self.at < len(self.steps)

    def undo(self) -> Changes:
        """Take the last step back."""
        self.seal()
        if not self.can_undo:
            return {}
        self.at -= 1
        return self.steps[self.at].undo(self.work)

    def redo(self) -> Changes:
        """Do the next step again."""
        self.seal()
        if not self.can_redo:
            return {}
        self.at += 1
        return self.steps[self.at - 1].redo(self.work)

    def go_to(self, at: int) -> Changes:
        """Back or forth to where so many steps are done."""
        changed: Edits = {}
        while self.at != min(max(at, 0), len(self.steps)):
            for table, rows in (self.undo() if self.at > at else self.redo()).items():
                changed.setdefault(table, {}).update(dict.fromkeys(rows))
        return changed

    def mark_saved(self, at: int) -> None:
        """What there was when so many steps were done is on disk."""
        self.seal()
        self._saved_at = at

    def mark_unsaved(self) -> None:
        """What there is now is nowhere on disk: a new map, a restored one."""
        self._saved_at = None

    @property
    def is_modified(self) -> bool:
        return self._saved_at != self.at
