"""Charts that a scenario changes: its own values laid over the printed ones.

They stand in the scenario's data under "charts": for each chart only the entries that differ. A table is laid
over the printed table entry by entry, and its entry "-" lists the printed entries that are left out; a list
takes the place of the printed list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.bad_input import BadInput
from engine.catalogue.document import Plain, ScenarioDocument

CHARTS: Final = "charts"
HEADER: Final = ("name", "title", "provenance", "why")
"""The header entries of every chart; a scenario may change only `why`."""
WITHOUT: Final = "-"
"""The entry of a changed table that lists what is left out of the printed one."""
Changes = Mapping[str, Mapping[str, Plain]]


def chart_changes(document: ScenarioDocument) -> Changes:
    """The changed entries by chart; BadInput if they are not valid."""
    found = document.data.get(CHARTS, {})
    if not isinstance(found, Mapping):
        raise BadInput("The charts that the scenario changes must be a table; remove the entry.")
    changes: dict[str, Mapping[str, Plain]] = {}
    for name, entries in found.items():
        if not isinstance(entries, Mapping):
            raise BadInput(f"What the scenario changes in chart {name!r:.40} must be a table; remove it.")
        for fixed in HEADER[:3]:
            if fixed in entries or fixed in _left_out(entries):
                raise BadInput(f"Chart {name!r:.40}: a scenario cannot change its {fixed}; remove that.")
        if entries:
            changes[name] = entries
    return changes


def _left_out(changes: Mapping[str, Any]) -> tuple[str, ...]:
    """What a changed table leaves out; BadInput if that is not a list of entries."""
    listed = changes.get(WITHOUT, ())
    if not isinstance(listed, (list, tuple)) or not all(isinstance(key, str) for key in listed):
        raise BadInput(f"What a chart leaves out must be a list of names, not {listed!r:.40}.")
    return tuple(listed)


def laid_over(printed: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The printed entries with the changed ones over them; both stay as they are."""
    gone = _left_out(changes)
    found = {key: value for key, value in printed.items() if key not in gone}
    for key, value in changes.items():
        if key == WITHOUT:
            continue
        below = found.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            found[key] = laid_over(below, value)
        else:
            found[key] = value
    return found


def what_differs(printed: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that differ between the printed chart and the wanted one."""
    found: dict[str, Any] = {}
    for key, value in wanted.items():
        below = printed.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            if deeper := what_differs(below, value):
                found[key] = deeper
        elif key not in printed or _plain(below) != _plain(value):
            found[key] = value
    if gone := tuple(key for key in printed if key not in wanted):
        found[WITHOUT] = gone
    return found


def _plain(value: Any) -> Any:
    """Lists as tuples, so that what was read from a file equals what was typed in."""
    if isinstance(value, (list, tuple)):
        return tuple(map(_plain, value))
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return (type(value), value)
