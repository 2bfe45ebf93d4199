"""A map in a text file: terrain as rows of letters, hexsides as chains, places as one line each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import toml_text as toml
from engine.catalogue.chains import as_paths, in_courses
from engine.catalogue.map_sheet import (
    Feature,
    Features,
    MapSheet,
    check_hexes,
    check_hexsides,
    check_points,
    hexside,
    spec_from_dict,
)
from engine.catalogue.plain_data import read, text, write
from engine.catalogue.type_check import sound_map
from engine.hexes.joined import JoinedSpec
from engine.hexes.spec import GridSpec

MAP_FORMAT: Final = "startline map 1"
HOLE: Final = "_"
PATH_KINDS: Final = ("road", "rail", "track", "highway", "path", "transport")
_USUAL_LETTERS: Final = {"clear": ".", "open": ".", "sea": "~", "water": "~"}
_SPARE_LETTERS: Final = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"'\\_#")


def dumps_map(sheet: MapSheet) -> str:
    """The map as a file of its own."""
    sheet = sound_map(sheet)
    return "\n".join([f"format = {toml.quoted(MAP_FORMAT)}", *map_lines(sheet, "")]) + "\n"


def loads_map(source: str) -> MapSheet:
    """Read a file that `dumps_map` wrote, possibly edited by hand."""
    found = toml.parse(source, "The map file")
    if found.pop("format", None) != MAP_FORMAT:
        raise BadInput(f'The file must begin with format = "{MAP_FORMAT}"; it is not a map of this version.')
    return read_map(found)


def map_lines(sheet: MapSheet, under: str) -> Iterator[str]:
    """The lines of a map; `under` is "map." inside a scenario file."""
    check_hexes(sheet.terrain, f"The terrain of map {sheet.key}")
    yield f"key = {toml.quoted(sheet.key)}"
    yield f"title = {toml.quoted(sheet.title)}"
    rows, elsewhere, legend = _terrain_rows(sheet)
    if rows:
        yield "terrain = " + '"""\n' + "\n".join(rows) + '\n"""'
    if elsewhere:
        yield f"terrain_elsewhere = {toml.spread(elsewhere)}"
    yield from feature_rows(sheet.features, f"map {sheet.key}")
    yield from toml.rows("labels", map(write, sheet.labels))
    yield from toml.rows("boxes", map(write, sheet.boxes))
    if sheet.aliases:
        check_hexes([*sheet.aliases, *sheet.aliases.values()], f"The aliases of map {sheet.key}")
        yield f"aliases = {toml.wrapped(f'{alias}={of}' for alias, of in sorted(sheet.aliases.items()))}"
    if sheet.data:
        yield f"data = {toml.spread(write(sheet.data))}"
    yield from _table(f"{under}grid", _grid_settings(sheet.grid))
    yield from _table(f"{under}legend", {letter: kind for kind, letter in legend.items()})
    yield from _table(f"{under}georeference", write(sheet.georeference))
    yield from hexside_tables(sheet.hexsides, f"{under}hexsides", sheet.key)
    yield from tables(f"{under}regions", map(write, sheet.regions), hexes=("hexes", "polygon"))


def read_map(found: Mapping[str, Any], where: str = "map") -> MapSheet:
    """The map from the tables of a text file."""
    plain = dict(found)
    spec = spec_from_dict(plain.get("grid"))
    legend = f"{where}.legend"
    letters = {_letter(sign, legend): text(kind, legend) for sign, kind in _entries(plain, "legend", where)}
    plain["grid"] = spec
    plain["legend"] = {kind: letter for letter, kind in letters.items()}
    terrain = _read_terrain(text(plain.get("terrain", ""), f"{where}.terrain"), letters, spec)
    for hex_id, kind in _entries(plain, "terrain_elsewhere", where):
        terrain[hex_id] = text(kind, f"{where}.terrain_elsewhere")
    check_hexes(terrain, f"{where}.terrain")
    plain.pop("terrain", None)
    plain.pop("terrain_elsewhere", None)
    features = read_features(plain.pop("features", []), f"{where}.features")
    hexsides = _read_hexsides(plain.pop("hexsides", []), f"{where}.hexsides")
    plain["regions"] = read_hex_lists(plain.get("regions", []), ("hexes", "polygon"), f"{where}.regions")
    plain["aliases"] = _read_aliases(plain.get("aliases", ""), f"{where}.aliases")
    bare = read(MapSheet, plain, where)
    return replace(bare, terrain=terrain, features=features, hexsides=hexsides)


def words(value: object, where: str) -> list[str]:
    """Hexes or hexsides: a text with blanks between them, or a list."""
    if isinstance(value, (list, tuple)):
        return [text(item, where) for item in value]
    return text(value, where).split()


def tables(header: str, items: Iterable[Mapping[str, Any]], hexes: Sequence[str] = ()) -> Iterator[str]:
    """One table each, with lists of hexes wrapped."""
    for item in items:
        yield f"\n[[{header}]]"
        for name, value in item.items():
            if name in hexes:
                check_points(value, header)
                yield f"{toml.key(name)} = {toml.wrapped(value)}"
            else:
                yield f"{toml.key(name)} = {toml.spread(value)}"


def read_hex_lists(items: object, names: Sequence[str], where: str) -> list[Any]:
    """Tables whose lists of hexes and hexsides may be written as one text."""
    if not isinstance(items, list):
        raise BadInput(f"{where} must be a list of tables.")
    split = []
    for at, item in enumerate(items):
        if not isinstance(item, Mapping):
            raise BadInput(f"{where}[{at}] must be a table.")
        lists = {name: words(item[name], f"{where}[{at}].{name}") for name in names if name in item}
        for name, points in lists.items():
            check_points(points, f"{where}[{at}].{name}")
        split.append({**item, **lists})
    return split


def feature_rows(features: Features, where: str) -> Iterator[str]:
    """One line for each feature with all the hexes that have it."""
    check_hexes(features, f"The features of {where}")
    yield from toml.rows(
        "features",
        (
            {"hexes": " ".join(sorted(places)), **write(feature)}
            for feature, places in sorted(_by_feature(features).items())
        ),
    )


def read_features(items: object, where: str) -> dict[str, tuple[Feature, ...]]:
    found: defaultdict[str, list[Feature]] = defaultdict(list)
    for at, item in enumerate(read_hex_lists(items, ("hexes",), where)):
        hexes = item.pop("hexes", ())
        feature = read(Feature, item, f"{where}[{at}]")
        check_hexes(hexes, f"{where}[{at}]")
        for hex_id in hexes:
            found[hex_id].append(feature)
    return _shared(found)


def _shared(found: Mapping[str, list[Feature]]) -> dict[str, tuple[Feature, ...]]:
    """Equal sets of features as one and the same tuple."""
    known: dict[tuple[Feature, ...], tuple[Feature, ...]] = {}
    features = {}
    for place, here in found.items():
        shared = tuple(here)
        features[place] = known.setdefault(shared, shared)
    return features


def hexside_tables(hexsides: Features, header: str, map_key: str) -> Iterator[str]:
    """Each river, road and wall as a table: roads as the hexes they run through, the rest as courses."""
    check_hexsides(hexsides, f"Map {map_key}")
    for feature, sides in sorted(_by_feature(hexsides).items()):
        yield f"\n[[{header}]]"
        for name, value in write(feature).items():
            yield f"{name} = {toml.inline(value)}"
        if any(word in feature.kind for word in PATH_KINDS):
            name, chains = "paths", ";\n".join(map(toml.folded, as_paths(sides)))
        else:
            name, chains = "sides", "\n".join(map(toml.folded, in_courses(sides)))
        yield f'{name} = """\n{chains}\n"""'


def _read_hexsides(items: object, where: str) -> dict[str, tuple[Feature, ...]]:
    found: defaultdict[str, list[Feature]] = defaultdict(list)
    if not isinstance(items, list):
        raise BadInput(f"{where} must be a list of tables.")
    for at, item in enumerate(items):
        here = f"{where}[{at}]"
        if not isinstance(item, Mapping):
            raise BadInput(f"{here} must be a table.")
        kept = {name: value for name, value in item.items() if name not in ("paths", "sides")}
        feature = read(Feature, kept, here)
        sides = [_side(side, here) for side in words(item.get("sides", ""), here)]
        paths = item.get("paths", "")
        for written in paths if isinstance(paths, list) else text(paths, here).split(";"):
            path = words(written, here)
            check_hexes(path, here)
            sides += [hexside(a, b) for a, b in pairwise(path)]
        check_hexsides(sides, here)
        for side in sides:
            found[side].append(feature)
    return _shared(found)


def _side(written: str, where: str) -> str:
    a, slash, b = written.partition("/")
    if not slash or "/" in b:
        raise BadInput(f"{where} names {written!r:.60}; write a hexside as its two hexes, such as 2314/2315.")
    return hexside(a, b)


def _by_feature(features: Features) -> dict[Feature, list[str]]:
    grouped: defaultdict[Feature, list[str]] = defaultdict(list)
    for place, here in features.items():
        for feature in here:
            grouped[feature].append(place)
    return grouped


def _entries(plain: Mapping[str, Any], name: str, where: str) -> Iterable[tuple[str, object]]:
    found = plain.get(name, {})
    if not isinstance(found, Mapping):
        raise BadInput(f"{where}.{name} must be a table.")
    return found.items()


def _letter(letter: str, where: str) -> str:
    if len(letter) != 1 or letter.isspace() or letter == HOLE:
        raise BadInput(f"{where}: {letter!r:.20} cannot stand for a kind of terrain; use one letter or sign.")
    return letter


def _read_aliases(value: object, where: str) -> dict[str, str]:
    if isinstance(value, Mapping):
        return {alias: text(of, where) for alias, of in value.items()}
    aliases = {}
    for pair in words(value, where):
        alias, _, of = pair.partition("=")
        check_hexes((alias, of), where)
        aliases[alias] = of
    return aliases


def _grid_settings(spec: GridSpec | JoinedSpec) -> dict[str, Any]:
    if isinstance(spec, JoinedSpec):
        return {**spec.to_dict(), "sheets": [_grid_settings(sheet) for sheet in spec.sheets]}
    plain = GridSpec(spec.orientation, spec.stagger, 1, 1).to_dict()
    always = ("orientation", "stagger", "columns", "rows")
    return {name: value for name, value in spec.to_dict().items() if name in always or value != plain[name]}


def _table(header: str, entries: Mapping[str, Any]) -> Iterator[str]:
    if entries:
        yield f"\n[{header}]"
        for name, value in entries.items():
            yield f"{toml.key(name)} = {toml.spread(value)}"


def _sheet_rows(grid: GridSpec | JoinedSpec) -> list[list[str | None]]:
    """The hexes as they stand on each sheet: rows from the top and the left, None where there is no hex."""
    found: list[list[str | None]] = []
    for spec in grid.sheets if isinstance(grid, JoinedSpec) else (grid,):
        there = {cell.hex for cell in spec.cells()}
        columns = range(spec.first_column, spec.first_column + spec.columns)
        rows = range(spec.first_row, spec.first_row + spec.rows)
        across = columns if spec.columns_run == "right" else columns[::-1]
        for row in rows if spec.rows_run == "down" else rows[::-1]:
            names = [spec.printed(column, row) for column in across]
            found.append([name if name in there else None for name in names])
    return found


def _terrain_rows(sheet: MapSheet) -> tuple[list[str], dict[str, str], dict[str, str]]:
    legend = _letters(sheet.terrain.values(), sheet.legend)
    lines, left = [], dict(sheet.terrain)
    for row in _sheet_rows(sheet.grid):
        kinds = [left.pop(hex_id, None) if hex_id else None for hex_id in row]
        letters = "".join(legend.get(kind, HOLE) if kind is not None else HOLE for kind in kinds).rstrip(HOLE)
        first = len(letters) - len(letters.lstrip(HOLE))
        if letters:
            lines.append(f"{row[first]} {letters[first:]}")
        for hex_id, kind in zip(row, kinds, strict=True):
            if hex_id and kind is not None and kind not in legend:
                left[hex_id] = kind
    return lines, dict(sorted(left.items())), legend


def _letters(kinds: Iterable[str], chosen: Mapping[str, str]) -> dict[str, str]:
    """A letter for each kind: the chosen one, a usual one, one of its own name, or any that is left."""
    wanted = sorted(set(kinds))
    letters: dict[str, str] = {}
    taken: set[str] = set()
    for kind in wanted:
        letter = chosen.get(kind, "")
        if len(letter) == 1 and letter.isprintable() and letter not in taken | set(' "\\_'):
            letters[kind] = letter
            taken.add(letter)
    for kind in wanted:
        own = [letter for letter in kind if letter.isascii() and letter.isalnum()]
        candidates = [_USUAL_LETTERS.get(kind, ""), *own, *map(str.upper, own), *_SPARE_LETTERS]
        free = next((letter for letter in candidates if letter and letter not in taken), None)
        if kind not in letters and free:
            letters[kind] = free
            taken.add(free)
    return dict(sorted(letters.items(), key=lambda pair: pair[0]))


def _read_terrain(source: str, letters: Mapping[str, str], spec: GridSpec | JoinedSpec) -> dict[str, str]:
    """Each line: the first hex, then a letter for it and for every hex to its right; blanks mean nothing."""
    terrain: dict[str, str] = {}
    row_of = {name: row for row in _sheet_rows(spec) for name in row if name} if source.strip() else {}
    for line in source.splitlines():
        if not line.strip():
            continue
        first, *rest = line.split()
        if first not in row_of:
            raise BadInput(f"map.terrain: a line begins with {first!r:.20}, which is not a hex of the grid.")
        row, signs = row_of[first], "".join(rest)
        hexes = row[row.index(first) :]
        if len(signs) > len(hexes):
            raise BadInput(f"map.terrain: {len(signs)} letters follow {first}, but {len(hexes)} hexes.")
        for hex_id, sign in zip(hexes, signs, strict=False):
            if sign == HOLE:
                continue
            if hex_id is None or sign not in letters:
                what = "stands where the grid has no hex" if hex_id is None else "is not in map.legend"
                raise BadInput(f"map.terrain: the sign {sign!r} in the line of {first} {what}.")
            terrain[hex_id] = letters[sign]
    return terrain
