"""Commands for the scenario's own art."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from editor.commands.scenario import set_scenario_fields
from editor.commands.set_records import SetRecords
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.own_art import (
    ART,
    Look,
    OwnArt,
    art_of,
    with_art,
    with_look,
    with_new_key,
    with_owners,
    with_picture_file,
    with_whole,
    without_owners,
)


def own_art(work: WorkingCopy) -> OwnArt:
    """The art of the scenario; none if it is damaged."""
    try:
        return art_of(work.scenario("data"))
    except BadInput:
        return OwnArt()


UNIT_TABLES: Final = ("units", "backs")
"""Where pictures of single units are kept."""


def renamed_owner(work: WorkingCopy, tables: tuple[str, ...], old: str, new: str) -> dict[str, Any]:
    """The data of the scenario, if something with pictures is called differently; else nothing."""
    if ART not in work.scenario("data"):
        return {}
    art = with_new_key(own_art(work), tables, old, new)
    return {"data": with_art(work.scenario("data"), art)}


def removed_owners(work: WorkingCopy, tables: tuple[str, ...], gone: Collection[str]) -> dict[str, Any]:
    """The data of the scenario without pictures of what is removed; nothing if there are none."""
    art = own_art(work)
    if not any(key in getattr(art, table) for table in tables for key in gone):
        return {}
    return {"data": with_art(work.scenario("data"), without_owners(art, tables, gone))}


def set_look(work: WorkingCopy, table: str, kind: str, look: Look, content: bytes = b"") -> SetRecords:
    """Set how a kind of terrain or feature is drawn; `content` is a new picture."""
    art = own_art(work)
    if content:
        art, key = with_picture_file(art, content)
        look = Look(look.color, look.pattern, key)
    return set_art(work, with_look(art, table, kind, look), f"Change the look of {kind}")


def set_pictures(work: WorkingCopy, table: str, owners: Sequence[str], content: bytes) -> SetRecords:
    """Give unit types, units or cards a picture; without content it is taken away."""
    art, key = with_picture_file(own_art(work), content) if content else (own_art(work), "")
    if table == "units" and not content:
        art = with_owners(art, "backs", list(owners), "")
    of_backs = " of backs" if table == "backs" else ""
    text = f"Change pictures{of_backs}" if content else f"Remove pictures{of_backs}"
    return set_art(work, with_owners(art, table, list(owners), key), text)


def pictures_of(art: OwnArt, tables: Sequence[str], owners: Sequence[str]) -> set[str]:
    """The keys of the pictures that these units, types or cards have."""
    return {key for table in tables for owner in owners if (key := getattr(art, table).get(owner, ""))}


def set_whole(work: WorkingCopy, tables: Sequence[str], owners: Sequence[str], is_whole: bool) -> SetRecords:
    """Let the pictures of these counters be their whole face, or only take the place of the symbol."""
    art = own_art(work)
    text = "Cover whole counters with pictures" if is_whole else "Show pictures in place of symbols"
    return set_art(work, with_whole(art, pictures_of(art, tables, owners), is_whole), text)


def set_art(work: WorkingCopy, art: OwnArt, text: str) -> SetRecords:
    """Set the whole art of the scenario; `text` is what the history says."""
    command = set_scenario_fields(work, data=with_art(work.scenario("data"), art))
    command.text = text
    return command
