"""A scenario's own picture: a small JPEG or PNG in its data, in lines of text.

It is kept with the scenario, so that it is saved, undone, backed up and exported with it. A game that is
begun does not need it and leaves it out.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import Plain, ScenarioDocument

PICTURE: Final = "picture"
"""The entry of the scenario's data that holds it."""
LARGEST: Final = 400 * 1024
"""Bytes of a picture."""
_LINE: Final = 120
_BEGINNINGS: Final = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")


def picture_of(data: Mapping[str, Plain]) -> bytes:
    """The picture in a scenario's data, empty if there is none; BadInput if the entry is damaged."""
    lines = data.get(PICTURE)
    return b"" if lines is None else content_of(lines, "The scenario's picture", LARGEST)


def content_of(lines: Plain, what: str, largest: int) -> bytes:
    """The picture in lines of text; BadInput if they are damaged or longer than `largest` bytes."""
    if not isinstance(lines, tuple) or not all(isinstance(line, str) for line in lines):
        raise BadInput(f"{what} must be a list of lines; choose the picture again.")
    if sum(len(str(line)) for line in lines) > largest * 4 // 3 + 4:
        raise BadInput(f"{what} is longer than {largest // 1024} KB; choose a smaller one.")
    try:
        content = b64decode("".join(map(str, lines)), validate=True)
    except ValueError:
        content = b""
    if not content.startswith(_BEGINNINGS):
        raise BadInput(f"{what} is damaged; choose the picture again.")
    return content


def lines_of(content: bytes) -> tuple[str, ...]:
    """A picture as lines of text; BadInput if it is neither JPEG nor PNG."""
    if not content.startswith(_BEGINNINGS):
        raise BadInput("A scenario's picture must be a JPEG or PNG; save it as one of these.")
    written = b64encode(content).decode("ascii")
    return tuple(written[at : at + _LINE] for at in range(0, len(written), _LINE))


def with_picture(data: Mapping[str, Plain], content: bytes) -> dict[str, Plain]:
    """A scenario's data with this picture, or without any."""
    others = {key: value for key, value in data.items() if key != PICTURE}
    if not content:
        return others
    if len(content) > LARGEST:
        raise BadInput(f"The picture is longer than {LARGEST // 1024} KB; make it smaller.")
    return {**others, PICTURE: lines_of(content)}


def without_picture(document: ScenarioDocument) -> ScenarioDocument:
    """The scenario as a game needs it."""
    if PICTURE not in document.data:
        return document
    return replace(document, data=with_picture(document.data, b""))
