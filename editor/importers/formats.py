"""The import formats by file suffix."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from app.background.progress import Progress, silent
from editor.importers.foreign_map import ForeignMap
from editor.importers.megamek import read_megamek
from editor.importers.tiled import read_tiled
from editor.importers.vassal.games import read_vsav
from editor.importers.vassal.module import read_vmod
from editor.importers.wesnoth import read_wesnoth
from engine.bad_input import BadInput

READERS: Final[dict[str, Callable[[Path, Progress], ForeignMap]]] = {
    ".tmx": read_tiled,
    ".tmj": read_tiled,
    ".json": read_tiled,
    ".map": read_wesnoth,
    ".mask": read_wesnoth,
    ".board": read_megamek,
    ".vmod": read_vmod,
    ".vsav": read_vsav,
}
FILTERS: Final = ";;".join(
    (
        f"Maps of other programs ({' '.join('*' + suffix for suffix in READERS)})",
        "Tiled maps (*.tmx *.tmj *.json)",
        "Wesnoth maps (*.map *.mask)",
        "MegaMek boards (*.board)",
        "VASSAL modules and games (*.vmod *.vsav)",
        "All files (*)",
    )
)


def read_foreign(path: Path, progress: Progress = silent) -> ForeignMap:
    """Read the map of a file of another program; BadInput if there is none."""
    if path.suffix.casefold() == ".geojson":
        raise BadInput(f"{path.name} is geography to trace, not a map; add it in the Tracing panel.")
    read = READERS.get(path.suffix.casefold())
    if read is None:
        raise BadInput(f"{path.name} cannot be imported; known are {', '.join(READERS)} files.")
    return read(path, progress)
