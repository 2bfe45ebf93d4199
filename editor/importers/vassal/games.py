"""Saved games of VASSAL (.vsav) and predefined set-ups of modules, with placed counters."""

from __future__ import annotations

import io
from pathlib import Path

from app.background.progress import Progress, silent
from editor.importers.foreign_map import ForeignMap, Piece
from editor.importers.limits import Archive
from editor.importers.safe_xml import parse_xml
from editor.importers.vassal.module import (
    LaidPiece,
    VassalModule,
    build_file,
    foreign_of,
    group_of,
    open_module,
    set_ups_in,
)
from editor.importers.vassal.text import commands, counter, deobfuscate
from engine.bad_input import BadInput


def read_vsav(path: Path, progress: Progress = silent) -> ForeignMap:
    """Read a saved game; its module must be in the same folder."""
    with Archive(path) as archive:
        name, game = _module_name(archive), _game(archive)
    listed = commands(game)
    module = open_module(_module_beside(path, name), progress, listed)
    return foreign_of(module, _pieces(module, listed, progress), "VASSAL game", path.stem)


def set_ups(path: Path, progress: Progress = silent) -> list[str]:
    """The names of the predefined set-ups of a module."""
    with Archive(path) as archive:
        return list(set_ups_in(build_file(archive, progress)))


def read_set_up(path: Path, name: str, progress: Progress = silent) -> ForeignMap:
    """Read a module with the counters of a predefined set-up."""
    with Archive(path) as archive:
        member = set_ups_in(build_file(archive, progress)).get(name, "")
        found = archive.first(member, f"setups/{member}")
        if not found:
            raise BadInput(f"{path.name} holds no set-up {name!r:.60}; choose another one.")
        with Archive(Path(found), io.BytesIO(archive.read(found))) as inner:
            listed = commands(_game(inner))
    module = open_module(path, progress, listed)
    return foreign_of(module, _pieces(module, listed, progress), "VASSAL module", f"{module.title}: {name}")


def _game(archive: Archive) -> str:
    if not archive.first("savedGame"):
        raise BadInput(f"{archive.name} holds no saved game; choose a .vsav file of VASSAL.")
    return deobfuscate(archive.read("savedGame"), archive.name)


def _pieces(module: VassalModule, listed: list[str], progress: Progress) -> list[LaidPiece]:
    pieces, elsewhere = [], 0
    for number, command in enumerate(listed):
        if number % 200 == 0:
            progress(number, len(listed), "Reading counters")
        found = counter(command) if command.startswith("+/") else None
        if found is None:
            continue
        _, known_as = module.palette.get(found.number, ("", ""))
        called = found.name or known_as or Path(found.picture).stem
        if not called:
            continue
        if found.map not in ("", module.board.map_name):
            elsewhere += 1
            continue
        here = module.hex_at(found.x, found.y) if found.map else ""
        pieces.append(LaidPiece(found, Piece(called, group_of(module, found), here)))
    if elsewhere:
        module.lost.append(f"Counters on other maps of the module: {elsewhere}.")
    return pieces


def _module_name(archive: Archive) -> str:
    """The module name in a module or saved game; "" if missing."""
    data = archive.first("moduledata")
    if not data:
        return ""
    found = parse_xml(archive.read(data), f"{archive.name}, {data}").find("name")
    return "" if found is None else (found.text or "").strip()


def _module_beside(path: Path, name: str) -> Path:
    for file in sorted(path.parent.glob("*.vmod"))[:50]:
        try:
            with Archive(file) as archive:
                if not name or _module_name(archive) == name:
                    return file
        except BadInput:
            continue
    raise BadInput(
        f"{path.name} belongs to the module {name or 'of its game'!r:.60}; "
        "put its .vmod file into the same folder."
    )
