"""Commands for the scenario's own art."""

from __future__ import annotations

from collections.abc import Sequence

from editor.commands.scenario import set_scenario_fields
from editor.commands.set_records import SetRecords
from editor.document.working_copy import WorkingCopy
from engine.bad_input import BadInput
from engine.catalogue.own_art import (
    Look,
    OwnArt,
    art_of,
    with_art,
    with_look,
    with_owners,
    with_picture_file,
)


def own_art(work: WorkingCopy) -> OwnArt:
    """The art of the scenario; none if it is damaged."""
    try:
        return art_of(work.scenario("data"))
    except BadInput:
        return OwnArt()


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
    text = "Change pictures" if content else "Remove pictures"
    return set_art(work, with_owners(art, table, list(owners), key), text)


def set_art(work: WorkingCopy, art: OwnArt, text: str) -> SetRecords:
    """Set the whole art of the scenario; `text` is what the history says."""
    command = set_scenario_fields(work, data=with_art(work.scenario("data"), art))
    command.text = text
    return command
