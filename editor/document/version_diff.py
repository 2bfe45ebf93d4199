"""Differences between two versions of a scenario, as sentences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from editor.commands.set_records import whole_difference
from editor.document.working_copy import BY_PLACE, SCENARIO, SHEET, WorkingCopy
from engine.catalogue.document import Feature, ScenarioDocument
from engine.catalogue.picture import PICTURE
from engine.mechanics.plural import counted

MAX_LISTED: Final = 6
MAX_VALUE_CHARS: Final = 60
_WHERE: Final = {"features": "the map", "hexsides": "the hexsides", "places": "the scenario's hexes"}
_NAMED: Final = ("key", "id", "unit", "what", "text", "hex")
_ONE_OF: Final = {
    "allotments": "Allotment",
    "anchors": "Known place",
    "boxes": "Box",
    "formations": "Formation",
    "labels": "Name",
    "options": "Option",
    "regions": "Region",
    "schedule": "Schedule entry",
    "setups": "Set-up of",
    "sides": "Side",
    "special_rules": "Special rule",
    "start_lines": "Start line",
    "unit_types": "Unit type",
    "units": "Unit",
    "victory": "Victory condition",
}


def differences(old: ScenarioDocument, new: ScenarioDocument) -> Iterator[str]:
    """Yield one sentence per difference; equal changes of many hexes share a sentence."""
    before = WorkingCopy(old)
    edits = whole_difference(before, new)
    yield from _terrain(before.terrain, edits.get("terrain", {}))
    for table in BY_PLACE[1:]:
        yield from _features(before.tables[table], edits.get(table, {}), _WHERE[table])
    for table in (SHEET, SCENARIO):
        for name, value in edits.get(table, {}).items():
            of_map = " of the map" if table == SHEET else ""
            yield from _field(name, of_map, before.tables[table][name], value)


def _terrain(before: Mapping[str, str], rows: Mapping[str, str | None]) -> Iterator[str]:
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for here, kind in rows.items():
        alike[before.get(here, "no terrain"), kind or "no terrain"].append(here)
    for (was, now), hexes in sorted(alike.items()):
        verb = "is" if len(hexes) == 1 else "are"
        yield f"{counted(len(hexes), 'hex')} {verb} {now} instead of {was}: {_few(hexes)}."


def _features(
    before: Mapping[str, tuple[Feature, ...]],
    rows: Mapping[str, tuple[Feature, ...] | None],
    where: str,
) -> Iterator[str]:
    added: dict[str, list[str]] = defaultdict(list)
    removed: dict[str, list[str]] = defaultdict(list)
    other: list[str] = []
    for place, now in rows.items():
        old, new = Counter(before.get(place, ())), Counter(now or ())
        gone, come = list((old - new).elements()), list((new - old).elements())
        for feature in come:
            same = next((known for known in gone if known.kind == feature.kind), None)
            if same is None:
                added[feature.kind].append(place)
            else:
                gone.remove(same)
                other.append(
                    f"{_capital(feature.kind)} at {place} was changed: {_differences(same, feature)}."
                )
        for feature in gone:
            removed[feature.kind].append(place)
    for kind, places in sorted(added.items()):
        yield f"{_capital(kind)} was added to {where} in {counted(len(places), 'place')}: {_few(places)}."
    for kind, places in sorted(removed.items()):
        count = counted(len(places), "place")
        yield f"{_capital(kind)} was removed from {where} in {count}: {_few(places)}."
    yield from other


def _field(name: str, of_map: str, old: Any, new: Any) -> Iterator[str]:
    if name == "data" and not of_map and old.get(PICTURE) != new.get(PICTURE):
        yield f"The picture {_picture_became(old, new)}."
        old, new = ({key: data[key] for key in data if key != PICTURE} for data in (old, new))
        if old == new:
            return
    if isinstance(new, tuple) and name in _ONE_OF:
        yield from _records(name, of_map, old, new)
    elif isinstance(new, Mapping | Struct):
        yield f"{_capital(name)}{of_map} {_were(name)} changed: {_differences(old, new)}."
    else:
        was, now = (f"“{_shown(value).strip('“”')}”" if value else "nothing" for value in (old, new))
        yield f"The {name.replace('_', ' ')}{of_map} was {was} and is now {now}."


def _picture_became(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    if PICTURE not in new:
        return "was removed"
    return "was replaced" if PICTURE in old else "was added"


def _records(name: str, of_map: str, old: tuple[Any, ...], new: tuple[Any, ...]) -> Iterator[str]:
    one = _ONE_OF[name]
    was, now = _by_name(old), _by_name(new)
    for words, keys in (
        ("new", [key for key in now if key not in was]),
        ("gone", [key for key in was if key not in now]),
    ):
        if len(keys) > MAX_LISTED:
            yield f"{len(keys)} {name.replace('_', ' ')}{of_map} are {words}: {_few(keys)}."
        else:
            yield from (f"{one} {key}{of_map} is {words}." for key in keys)
    changed = [key for key in now if key in was and now[key] != was[key]]
    for key in changed:
        yield f"{one} {key}{of_map} was changed: {_differences(was[key], now[key])}."
    if not changed and was.keys() == now.keys():
        yield f"The list of {name.replace('_', ' ')}{of_map} has another order."


def _by_name(records: Iterable[Any]) -> dict[str, Any]:
    """Records by name; equal names get a number."""
    found: dict[str, Any] = {}
    for record in records:
        name, number = _name(record), 2
        while name in found:
            name, number = f"{_name(record)} ({number})", number + 1
        found[name] = record
    return found


def _name(record: Any) -> str:
    for field in _NAMED:
        if hasattr(record, field):
            turn = getattr(record, "turn", "")
            return f"{getattr(record, field)}{f' (turn {turn})' if turn != '' else ''}"
    return str(record)


def _differences(old: Any, new: Any) -> str:
    """Value by value: what it was and what it is now."""
    before, after = dict(_leaves(old)), dict(_leaves(new))
    changed = [
        f"{name or 'value'} {_shown(before.get(name))} → {_shown(after.get(name))}"
        for name in dict.fromkeys((*before, *after))
        if before.get(name) != after.get(name)
    ]
    return _few(changed, separator="; ") if changed else "its order"


def _leaves(value: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        parts = dict(value)
    elif isinstance(value, Struct) and type(value).__str__ is object.__str__:
        parts = {name: getattr(value, name) for name in value.__struct_fields__}
    elif isinstance(value, tuple) and value and all(isinstance(item, Struct) for item in value):
        parts = _by_name(value)
    else:
        yield before, value
        return
    for name, item in parts.items():
        yield from _leaves(item, f"{before} {name.replace('_', ' ')}".strip())


def _shown(value: Any) -> str:
    if value in (None, "", ()):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return _few([_shown(item) for item in value])
    text = " ".join(str(value).split())
    if len(text) > MAX_VALUE_CHARS:
        return f"“{text[:MAX_VALUE_CHARS]}…”"
    return f"“{text}”" if " " in text else text


def _were(name: str) -> str:
    return "were" if name.endswith("s") else "was"


def _capital(name: str) -> str:
    text = name.replace("_", " ")
    return text[:1].upper() + text[1:]


def _few(names: list[str], separator: str = ", ") -> str:
    more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return separator.join(names[:MAX_LISTED]) + more
