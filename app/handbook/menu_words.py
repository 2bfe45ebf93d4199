"""How the handbook spells a menu entry: menu, name and keys, read from the tables of the menus."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from app.window.actions import MENUS
from engine.bad_input import BadInput

EDITOR: Final = "edit."
"""Before the key of an entry of the editor's menus."""


@cache
def _entries() -> dict[str, str]:
    return dict(_all_entries())


def _all_entries() -> Iterator[tuple[str, str]]:
    from editor.window.actions import Entry as EditorEntry

    for title, entries in MENUS.values():
        for entry in entries:
            yield entry.key, _words(title, entry.text, entry.shortcuts)
    for title, own in EditorEntry.menus().items():
        for edit in own:
            yield f"{EDITOR}{edit.key}", _words(title, edit.text, edit.shortcuts)


def _words(menu: str, text: str, shortcuts: tuple[str, ...]) -> str:
    keys = f" ({' or '.join(shortcuts)})" if shortcuts else ""
    return f"{menu} › {text}".replace("&", "").rstrip("…") + keys


def menu_words(key: str) -> str:
    """The words for a menu entry: `File › Save game (Ctrl+S)`; those of the editor begin with `edit.`."""
    found = _entries().get(key)
    if found is None:
        raise BadInput(f"The handbook names the menu entry {key!r}, which does not exist")
    return found
