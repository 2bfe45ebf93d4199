"""Commands for regions, start lines and boxes off the map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from editor.commands.set_records import SetRecords
from editor.document.working_copy import SCENARIO, SHEET, WorkingCopy
from engine.catalogue.document import Box, Region, StartLine


def set_region(work: WorkingCopy, region: Region, owner: str = SHEET, merge_key: str = "") -> SetRecords:
    """Add a region to the map or the scenario, or replace it."""
    listed = _with(work.tables[owner]["regions"], region)
    return SetRecords(f"Region {region.title or region.key}", {owner: {"regions": listed}}, merge_key)


def remove_region(work: WorkingCopy, key: str, owner: str = SHEET) -> SetRecords:
    """Remove a region."""
    return SetRecords(
        f"Remove region {key}", {owner: {"regions": _without_key(work.tables[owner]["regions"], key)}}
    )


def move_region(work: WorkingCopy, key: str, before: str, after: str) -> SetRecords:
    """Move a region from the map to the scenario, or back."""
    region = next(known for known in work.tables[before]["regions"] if known.key == key)
    edits = {
        before: {"regions": _without_key(work.tables[before]["regions"], key)},
        after: {"regions": _with(work.tables[after]["regions"], region)},
    }
    return SetRecords(f"Move region {region.title or key}", edits)


def set_start_line(work: WorkingCopy, line: StartLine, merge_key: str = "") -> SetRecords:
    """Add a start line, or replace it."""
    lines = _with(work.scenario("start_lines"), line)
    return SetRecords(f"Start line {line.title or line.key}", {SCENARIO: {"start_lines": lines}}, merge_key)


def remove_start_line(work: WorkingCopy, key: str) -> SetRecords:
    """Remove a start line."""
    lines = _without_key(work.scenario("start_lines"), key)
    return SetRecords(f"Remove start line {key}", {SCENARIO: {"start_lines": lines}})


def set_boxes(work: WorkingCopy, boxes: Sequence[Box]) -> SetRecords:
    """Set all boxes off the map."""
    return SetRecords("Change boxes", {SHEET: {"boxes": tuple(boxes)}})


def set_box(work: WorkingCopy, box: Box) -> SetRecords:
    """Add a box off the map, or change it."""
    return SetRecords(f"Box {box.title or box.key}", {SHEET: {"boxes": _with(work.sheet("boxes"), box)}})


def remove_box(work: WorkingCopy, key: str) -> SetRecords:
    """Remove a box."""
    return SetRecords(f"Remove box {key}", {SHEET: {"boxes": _without_key(work.sheet("boxes"), key)}})


def _with(records: tuple[Any, ...], record: Any) -> tuple[Any, ...]:
    """Replace the record with the same key, or append this one."""
    if any(known.key == record.key for known in records):
        return tuple(record if known.key == record.key else known for known in records)
    return (*records, record)


def _without_key(records: tuple[Any, ...], key: str) -> tuple[Any, ...]:
    return tuple(known for known in records if known.key != key)
