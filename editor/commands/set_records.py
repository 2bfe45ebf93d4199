"""The one command class: new values for entries of the working copy."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.background.progress import with_progress
from editor.document.working_copy import BY_PLACE, SCENARIO, SHEET, WorkingCopy
from engine.catalogue.document import ScenarioDocument

Changes = Mapping[str, Collection[str]]
"""The changed entries by table."""
Edits = dict[str, dict[str, Any]]


@dataclass(slots=True)
class SetRecords:
    """Sets entries to new values. Consecutive commands with the same `merge_key` are one undo step."""

    text: str
    after: Edits
    merge_key: str = ""
    before: Edits = field(default_factory=dict)
    _prepared: tuple[int, Edits, Edits] | None = field(init=False, repr=False, compare=False)
    """The prepared edits, valid while the working copy has this write count."""

    def __post_init__(self) -> None:
        self._prepared = None

    def prepare(self, work: WorkingCopy) -> None:
        """Compute the edits and the old values; may be called ahead in a background task."""
        after: Edits = {}
        before: Edits = {}
        for table, rows in self.after.items():
            present = work.tables[table]
            changed = {
                key: value
                for key, value in with_progress(rows.items())
                if (was := present.get(key)) is not value and not _same(was, value)
            }
            if changed:
                after[table] = changed
                before[table] = {key: present.get(key) for key in changed}
        self._prepared = (work.written, after, before)

    def do(self, work: WorkingCopy) -> Changes:
        """Write the entries and keep the old values; unchanged entries are dropped."""
        if self._prepared is None or self._prepared[0] != work.written:
            self.prepare(work)
        assert self._prepared is not None
        _, self.after, self.before = self._prepared
        self._prepared = None
        return _write(work, self.after)

    def undo(self, work: WorkingCopy) -> Changes:
        """Restore the old values."""
        return _write(work, self.before)

    def redo(self, work: WorkingCopy) -> Changes:
        """Write the entries again."""
        return _write(work, self.after)

    def absorb(self, later: SetRecords) -> None:
        """Merge a command that was done right after this one."""
        for table, rows in later.before.items():
            mine = self.before.setdefault(table, {})
            for key, was in rows.items():
                mine.setdefault(key, was)
        for table, rows in later.after.items():
            self.after.setdefault(table, {}).update(rows)

    def __bool__(self) -> bool:
        return any(self.after.values())


def _same(was: Any, value: Any) -> bool:
    """Equal and of the same type at every level: True is not 1."""
    if was != value:
        return False
    return isinstance(value, str) or repr(was) == repr(value)


def _write(work: WorkingCopy, edits: Edits) -> Changes:
    for table, rows in edits.items():
        work.put(table, rows)
    return edits


def whole_difference(work: WorkingCopy, document: ScenarioDocument) -> Edits:
    """The edits that turn the working copy into this document."""
    wanted = WorkingCopy(document).tables
    edits: Edits = {}
    for table in (*BY_PLACE, SHEET, SCENARIO):
        now, then = work.tables[table], wanted[table]
        rows = {key: value for key, value in with_progress(then.items()) if now.get(key) != value}
        rows.update(dict.fromkeys(now.keys() - then.keys()))
        rows.pop("legend", None)  # The legend is for text files only.
        if rows:
            edits[table] = rows
    return edits


def become(work: WorkingCopy, document: ScenarioDocument, text: str) -> SetRecords:
    """Replace the whole scenario: for import, revert and resize."""
    return SetRecords(text, whole_difference(work, document))


def combined(text: str, commands: Iterable[SetRecords], merge_key: str = "") -> SetRecords:
    """Combine commands that change different entries."""
    edits: Edits = {}
    for command in commands:
        for table, rows in command.after.items():
            edits.setdefault(table, {}).update(rows)
    return SetRecords(text, edits, merge_key)
