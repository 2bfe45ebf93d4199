"""The one command: entries of the working tables and what they become."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.background.progress import with_progress
from editor.document.working_copy import BY_PLACE, SCENARIO, SHEET, WorkingCopy
from engine.catalogue.document import ScenarioDocument

Changes = Mapping[str, Collection[str]]
"""The entries that are different now, by table."""
Edits = dict[str, dict[str, Any]]


@dataclass(slots=True)
class SetRecords:
    """What entries become. Commands with the same `merge_key` in a row are one step of the history."""

    text: str
    after: Edits
    merge_key: str = ""
    before: Edits = field(default_factory=dict)
    _weighed: tuple[int, Edits, Edits] | None = field(init=False, repr=False, compare=False)
    """What comes of it, as long as so much and no more has been written to the working copy."""

    def __post_init__(self) -> None:
        self._weighed = None

    def prepare(self, work: WorkingCopy) -> None:
        """Find out what becomes different, and note what is there now; whoever has time does it ahead."""
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
        self._weighed = (work.written, after, before)

    def do(self, work: WorkingCopy) -> Changes:
        """Write the entries, noting what was there; entries that stay as they are drop out."""
        if self._weighed is None or self._weighed[0] != work.written:
            self.prepare(work)
        assert self._weighed is not None
        _, self.after, self.before = self._weighed
        self._weighed = None
        return _write(work, self.after)

    def undo(self, work: WorkingCopy) -> Changes:
        """Write back what was there."""
        return _write(work, self.before)

    def redo(self, work: WorkingCopy) -> Changes:
        """Write the entries again."""
        return _write(work, self.after)

    def absorb(self, later: SetRecords) -> None:
        """Take in a command that was done right after this one."""
        for table, rows in later.before.items():
            mine = self.before.setdefault(table, {})
            for key, was in rows.items():
                mine.setdefault(key, was)
        for table, rows in later.after.items():
            self.after.setdefault(table, {}).update(rows)

    def __bool__(self) -> bool:
        return any(self.after.values())


def _same(was: Any, value: Any) -> bool:
    """Equal, and of one type all through: a yes is no 1."""
    if was != value:
        return False
    return isinstance(value, str) or repr(was) == repr(value)


def _write(work: WorkingCopy, edits: Edits) -> Changes:
    for table, rows in edits.items():
        work.put(table, rows)
    return edits


def whole_difference(work: WorkingCopy, document: ScenarioDocument) -> Edits:
    """What must be written so that the working copy becomes this document."""
    wanted = WorkingCopy(document).tables
    edits: Edits = {}
    for table in (*BY_PLACE, SHEET, SCENARIO):
        now, then = work.tables[table], wanted[table]
        rows = {key: value for key, value in with_progress(then.items()) if now.get(key) != value}
        rows.update(dict.fromkeys(now.keys() - then.keys()))
        rows.pop("legend", None)  # Letters for text files are no part of what a map is.
        if rows:
            edits[table] = rows
    return edits


def become(work: WorkingCopy, document: ScenarioDocument, text: str) -> SetRecords:
    """Turn the whole scenario into another one: imports, revert, resizing."""
    return SetRecords(text, whole_difference(work, document))


def all_of(text: str, commands: Iterable[SetRecords], merge_key: str = "") -> SetRecords:
    """Several commands that touch different entries as one."""
    edits: Edits = {}
    for command in commands:
        for table, rows in command.after.items():
            edits.setdefault(table, {}).update(rows)
    return SetRecords(text, edits, merge_key)
