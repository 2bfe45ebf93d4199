"""The editor's actions: one table from which its menus are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget


class Entry(Struct, frozen=True):
    """A menu action. `needs` is its condition: always, a document, a selection …"""

    key: str
    text: str
    shortcuts: tuple[str, ...] = ()
    tip: str = ""
    needs: str = "document"
    separator_before: bool = False
    on_map: bool = False
    """Its shortcut works only on the map, because tables use the same keys."""

    @staticmethod
    def menus() -> dict[str, tuple[Entry, ...]]:
        """The menus by title, in order."""
        return {FILE_MENU: FILE, "&Edit": EDIT, "&View": VIEW, "&Scenario": SCENARIO}


FILE_MENU: Final = "&File"
FILE = (
    Entry("new", "&New map…", ("Ctrl+N",), "A new map and a scenario on it", ""),
    Entry("open", "&Open…", ("Ctrl+O",), "One of your scenarios, or a copy of a shipped one", ""),
    Entry(
        "manage",
        "&Manage scenarios…",
        ("Ctrl+Shift+M",),
        "Rename, duplicate, delete, drafts, tags, export and import",
        "",
    ),
    Entry("import", "&Import a map…", ("Ctrl+Shift+O",), "From Tiled, Wesnoth, MegaMek or VASSAL", ""),
    Entry(
        "save",
        "&Save",
        ("Ctrl+S",),
        "Save to your catalogue; the previous version is kept as a backup",
        separator_before=True,
    ),
    Entry("save_as", "Save &as…", ("Ctrl+Shift+S",), "Save a copy under another key and title"),
    Entry("revert", "Re&vert to saved", (), "Back to the saved version; this can be undone", "saved"),
    Entry("versions", "Previous ve&rsions…", (), "Compare or restore earlier saved versions", "saved"),
    Entry(
        "export_text",
        "E&xport the scenario…",
        ("Ctrl+Shift+E",),
        "As a text file with its map, to share or compare",
        separator_before=True,
    ),
    Entry("picture", "Save a pi&cture of the map…", (), "As PNG, SVG or PDF"),
    Entry("to_tiled", "Export to &Tiled…", (), "Terrain as tiles, everything else as objects"),
    Entry("to_geojson", "Export to &GeoJSON…", (), "Hexes, hexsides and places on the globe"),
    Entry("to_vassal", "Export a VASSA&L module…", (), "Map, counters, set-up and charts, to play online"),
    Entry(
        "print",
        "&Print and play…",
        ("Ctrl+P",),
        "Map at true scale, counters, charts and orders of battle as pages to print",
    ),
)
SCENARIO = (
    Entry("play", "Play&test", ("F5",), "Play the scenario as it is now; the editor stays open"),
    Entry(
        "play_as",
        "Playtest &from a turn…",
        ("Shift+F5",),
        "Choose the first turn, and which sides a bot plays",
    ),
    Entry("lab", "&Balance lab…", ("F6",), "Let bots play it many times, and compare what-ifs", ""),
    Entry(
        "mirror",
        "&Mirror half of the map…",
        (),
        "One half becomes the mirror image of the other",
        separator_before=True,
    ),
    Entry("resize", "Re&size the map…", ("Ctrl+Alt+S",), "Add or cut columns and rows"),
    Entry("known_places", "&Known places…", (), "Latitude and longitude of some hexes"),
)
EDIT = (
    Entry("undo", "&Undo", ("Ctrl+Z",), "Undo the last step", "undo"),
    Entry("redo", "&Redo", ("Ctrl+Shift+Z", "Ctrl+Y"), "Redo the step that was undone", "redo"),
    Entry("cut", "Cu&t", ("Ctrl+X",), "Copy the selected hexes and clear them", "selection", True, True),
    Entry("copy", "&Copy", ("Ctrl+C",), "Copy the selected hexes", "selection", on_map=True),
    Entry(
        "paste",
        "&Paste with the stamp",
        ("Ctrl+V",),
        "Paste the copied hexes, rotated or mirrored",
        on_map=True,
    ),
    Entry(
        "clear",
        "Cl&ear hexes",
        ("Delete",),
        "Remove everything from the selected hexes",
        "selection",
        on_map=True,
    ),
    Entry("select_all", "Select &all", ("Ctrl+A",), "Every hex of the map", "document", True, True),
    Entry("select_none", "Select n&one", ("Ctrl+Shift+A",), "No hex", "selection", on_map=True),
    Entry(
        "invert",
        "&Invert selection",
        ("Ctrl+Shift+I",),
        "Select the hexes that are not selected",
        on_map=True,
    ),
    Entry("paint", "Paint selectio&n", ("Ctrl+Return",), "With the terrain of the palette", "selection"),
)
VIEW = (
    Entry("zoom_in", "Zoom &in", ("Ctrl++", "Ctrl+=")),
    Entry("zoom_out", "Zoom &out", ("Ctrl+-",)),
    Entry("actual", "&Actual size", ("Ctrl+0", "Ctrl+1")),
    Entry("fit", "&Fit map", ("Ctrl+/",), "Show the whole map"),
)


def make_actions(
    page: QWidget, canvas: QWidget, handlers: dict[str, Callable[..., object]]
) -> dict[str, QAction]:
    """Create an action for each entry; every entry must have a handler."""
    actions = {}
    for entry in (entry for entries in Entry.menus().values() for entry in entries):
        action = QAction(entry.text, page)
        action.setShortcuts([QKeySequence(keys) for keys in entry.shortcuts])
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.setToolTip(entry.tip or entry.text.replace("&", ""))
        action.setStatusTip(entry.tip)
        action.setProperty("needs", entry.needs)
        action.triggered.connect(lambda _=False, handler=handlers[entry.key]: handler())
        (canvas if entry.on_map else page).addAction(action)
        actions[entry.key] = action
    return actions
