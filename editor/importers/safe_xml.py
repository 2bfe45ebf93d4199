"""Safe XML parsing: no entities or entity declarations, limited depth and length.

A document type that only refers to an external file is ignored, as old Tiled maps have one; nothing is
ever loaded from it. One with declarations of its own is rejected.
"""

from __future__ import annotations

from typing import Final
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from app.background.progress import Progress, silent
from engine.bad_input import BadInput

MAX_DEPTH: Final = 200
MAX_VALUES: Final = 1_500_000
"""Elements and attributes; a Tiled map of 400 by 400 hexes with four layers has 1,280,000."""
_PIECE: Final = 2**18


class _Builder:
    def __init__(self, where: str) -> None:
        self.where = where
        self.tree = TreeBuilder()
        self._depth = 0
        self._count = 0
        parser = self.parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self.tree.data
        parser.StartDoctypeDeclHandler = self._doctype
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._skipped
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        self._count += 1 + len(attributes)
        if self._depth > MAX_DEPTH or self._count > MAX_VALUES:
            raise BadInput(f"{self.where} is nested too deeply or holds too much; it is not read.")
        self.tree.start(tag, attributes)

    def _end(self, tag: str) -> None:
        self._depth -= 1
        self.tree.end(tag)

    def _doctype(self, name: str, system: str | None, public: str | None, declares: int) -> None:
        if declares:
            raise self._declared()

    def _entity(self, *_: object) -> None:
        raise self._declared()

    def _skipped(self, name: str, is_parameter: int) -> None:
        raise BadInput(f"{self.where} uses the entity {name!r:.40}; entities are not read.")

    def _declared(self) -> BadInput:
        return BadInput(f"{self.where} declares entities or a document type of its own; it is not read.")


def parse_xml(source: bytes, where: str, progress: Progress = silent) -> Element:
    """Parse a document; return its root element."""
    builder = _Builder(where)
    try:
        for at in range(0, max(1, len(source)), _PIECE):
            progress(at, len(source), "Reading")
            builder.parser.Parse(source[at : at + _PIECE], at + _PIECE >= len(source))
        return builder.tree.close()
    except expat.ExpatError as error:
        raise BadInput(f"{where} is not valid XML (line {error.lineno}); save it again and retry.") from None
    except (LookupError, ValueError):
        raise BadInput(f"{where} uses a text encoding that cannot be read; save it as UTF-8.") from None
    finally:
        del builder.parser  # Break the reference cycle that holds the whole document.
