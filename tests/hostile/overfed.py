"""Reads crafted texts of one kind, in a process of its own; says what came of each, and its peak of memory.

Run as `python -m tests.hostile.overfed KIND FOLDER`.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from engine import parse_limits
from engine.bad_input import BadInput

FULL = 60 * 2**20
"""Bytes of a file that is as long as files may be."""
LONG = 25 * 2**20
READ, REFUSED, FAILED = 0, 3, 4


def filled(begin: str, piece: str, end: str, length: int = LONG) -> str:
    return begin + piece * ((length - len(begin) - len(end)) // len(piece)) + end


def json_texts() -> Iterator[tuple[str, str]]:
    """Whole files; `below` are those that the limits just let pass."""
    most = parse_limits.MOST_JSON_VALUES
    yield "empty lists", filled("[", "[],", "[]]", FULL)
    yield "empty tables", filled("[", "{},", "[]]")
    yield "small tables", filled("[", '{"a":1},', "[]]")
    yield "digits", filled("[", "1,", "1]")
    yield "short texts", filled("[", '"ab",', "1]")
    yield "equal keys", filled("{", '"a":[],', '"a":1}')
    yield "deep", "[" * 10**6
    yield "deep tables", '{"a":' * 10**6
    yield "deep and sound", "[" * 900 + "]" * 900
    yield "escapes", filled('["', "\\u4e00", '"]')
    yield "line ends", filled('["', "\\n", '"]')
    yield "long key", filled('{"', "k", '":1}')
    yield "huge number", filled("[", "9", "]")
    yield "long fraction", filled("[0.", "1", "]")
    yield "wide text", filled('["\N{GRINNING FACE}', "x", '"]', FULL)
    yield "blanks", filled("[", " ", "]")
    yield "below: empty lists", "[" + "[]," * (most // 2 - 2) + "[]]"
    yield "below: small tables", "[" + '{"a":1.5},' * (most // 3 - 2) + "[]]"
    yield "below: keys", "{" + ",".join(f'"{n:x}":{n}' for n in range(most // 2 - 2)) + "}"
    yield "below: texts", "[" + ",".join(f'"{n:x}"' for n in range(most - 4)) + "]"


def toml_texts() -> Iterator[tuple[str, str]]:
    most, half = parse_limits.MOST_TOML_VALUES, parse_limits.LONGEST_TOML // 2
    yield "digits", filled("a = [", "1,", "1]")
    yield "empty lists", filled("a = [", "[],", "1]")
    yield "dotted key, short", "a." * 60_000 + "a = 1"
    yield "dotted key", "a." * 10**6 + "a = 1"
    yield "dotted key with blanks", "a . " * 10**5 + "a = 1"
    yield "dotted key with texts", '"\\"".' * 10**5 + "a = 1"
    yield "dotted key with plain texts", "'a'." * 10**5 + "a = 1"
    yield "dotted table", "[" + "a." * 10**5 + "a]"
    yield "dotted inside", "a = {" + "a." * 10**5 + "a = 1}"
    yield "tables", "".join(f"[t{n}]\n" for n in range(10**6))
    yield "table rows", "[[a]]\n" * 10**6
    yield "keys", "".join(f"k{n}=1\n" for n in range(10**6))
    yield "long key", "k" * 10**7 + " = 1"
    yield "long fraction", "a = 0." + "1" * 10**7
    yield "long binary", "a = 0b" + "1" * 10**7
    yield "escapes", filled('a = "', "\\u4e00", '"', half)
    yield "comments", filled("a = [", "#\n", "]", half)
    yield "deep", "a = " + "[" * 10**5
    yield "deep tables", "a = " + "{a=" * 10**5
    yield "huge number", "a = " + "9" * 9_000
    yield "text without end", filled('a = """', "x\n", "", half)
    yield "below: keys", "".join(f"k{n}=[]\n" for n in range(most // 2 - 2))
    yield "below: tables", "".join(f"[t{n}]\n" for n in range(parse_limits.MOST_TOML_TABLES - 2))
    yield "below: texts", "a = [" + "".join(f'"{n:x}",' for n in range(most // 2)) + "1]"
    yield "below: dots", ("a." * 15 + "a = 1\n[x]\n") * 1000


# what reads them


def read_save(path: Path) -> None:
    from engine.referee.save import read

    read(path)


def save_texts() -> Iterator[tuple[str, str]]:
    from tests.hostile.saves import sound_tree

    yield from json_texts()
    most = parse_limits.MOST_JSON_VALUES - 10_000
    action = json.dumps(["red", "select unit R1", "0123456789abcdef"])
    for name, row in (("actions", action), ("takebacks", '[1,"red"]'), ("snapshot", "[1.5]")):
        rows = ",".join([row] * (most // (row.count(",") + 2)))
        sound = json.dumps({**sound_tree(), name: 0})
        yield f"below: {name}", sound.replace(f'"{name}": 0', f'"{name}": [{rows}]')


def read_position(path: Path) -> None:
    from engine import games
    from engine.referee.worked_example import run_file

    run_file(path, games.game)


def read_scenario(path: Path) -> None:
    from engine.catalogue.scenario_text import load_file

    load_file(path)


def read_tmj(path: Path) -> None:
    from editor.importers.formats import read_foreign

    read_foreign(path)


def tmj_texts() -> Iterator[tuple[str, str]]:
    yield from json_texts()
    head = {
        "orientation": "hexagonal",
        "width": 500,
        "height": 400,
        "tilewidth": 8,
        "tileheight": 8,
        "hexsidelength": 4,
        "tilesets": [{"firstgid": 1, "name": "a", "tiles": [{"id": 0, "type": "clear"}]}],
    }
    layer = {"type": "tilelayer", "name": "a", "width": 500, "height": 400, "data": [1] * 200_000}
    yield "below: layers", json.dumps({**head, "layers": [layer] * 9})
    thing = {"name": "a", "x": 1, "y": 1}
    objects = {"type": "objectgroup", "objects": [thing] * 400_000}
    yield "below: objects", json.dumps({**head, "layers": [objects]})


def read_geo(path: Path) -> None:
    from editor.importers.geojson import read_geojson

    read_geojson(path)


def geo_texts() -> Iterator[tuple[str, str]]:
    yield from json_texts()
    most = parse_limits.MOST_JSON_VALUES
    line = ",".join(f"[{n % 180}.5,{n % 80}.25]" for n in range(most // 3 - 20))
    yield "below: vertices", f'{{"type":"LineString","coordinates":[{line}]}}'
    point = '{"type":"Feature","properties":{"name":"a"},"geometry":{"type":"Point","coordinates":[1.5,2.5]}}'
    features = ",".join([point] * (most // 16))
    yield "below: features", f'{{"type":"FeatureCollection","features":[{features}]}}'


Texts = Callable[[], Iterator[tuple[str, str]]]
KINDS: dict[str, tuple[str, Texts, Callable[[Path], object]]] = {
    "save": (".json", save_texts, read_save),
    "position": (".toml", toml_texts, read_position),
    "scenario": (".toml", toml_texts, read_scenario),
    "tmj": (".tmj", tmj_texts, read_tmj),
    "geojson": (".geojson", geo_texts, read_geo),
}


def main(kind: str, folder: Path) -> None:
    """One line of JSON for each text: its name, how reading it ended, megabytes at its peak."""
    suffix, texts, read = KINDS[kind]
    path = folder / f"crafted{suffix}"
    for name, text in texts():
        path.write_text(text)
        del text  # It is to be no part of what is measured.
        child = os.fork()
        if not child:
            _read_and_end(read, path)
        _, status, used = os.wait4(child, 0)
        print(json.dumps([name, os.waitstatus_to_exitcode(status), used.ru_maxrss // 1024]), flush=True)


def _read_and_end(read: Callable[[Path], object], path: Path) -> None:
    code = FAILED
    try:
        read(path)
        code = READ
    except BadInput as problem:
        code = REFUSED if len(str(problem).split()) > 3 else FAILED
    finally:
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
