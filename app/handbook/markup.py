"""The Markdown of the handbook as HTML, for the window and for browsers alike. Pure functions.

Known: # headings, paragraphs, - and 1. lists, | tables |, > notes, **bold**, *italic*, `code`,
[text](target), ![caption](shot:name) for a picture of the tour, and {entry} for a menu entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import Final

from msgspec import Struct

_PICTURE: Final = re.compile(r"!\[([^\]]*)\]\(shot:([a-z0-9-]+)\)")
_LINK: Final = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
_ENTRY: Final = re.compile(r"\{([a-z_.]+)\}")
_BOLD: Final = re.compile(r"\*\*([^*]+)\*\*")
_ITALIC: Final = re.compile(r"\*([^*]+)\*")
_CODE: Final = re.compile(r"`([^`]+)`")
_HEADING: Final = re.compile(r"(#{1,4}) +(.*)")
_BULLET: Final = re.compile(r"- +(.*)")
_NUMBER: Final = re.compile(r"\d+\. +(.*)")
_RULE: Final = re.compile(r"\|[ :|-]+\|")


class Targets(Struct, frozen=True):
    """What links, menu entries and pictures become."""

    link: Callable[[str], str]
    """The address of a link's target; empty for plain text."""
    entry: Callable[[str], str]
    """The words of a menu entry."""
    picture: Callable[[str], str]
    """The address of a picture; empty if there is none."""


def to_html(text: str, targets: Targets) -> str:
    """A page as HTML, without head and body."""
    return "\n".join(_block(lines, targets) for lines in _blocks(text))


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of each paragraph, list, table, note or heading."""
    block: list[str] = []
    for line in text.splitlines():
        stripped = line.strip()
        starts = _kind(stripped)
        if block and (not stripped or (starts and starts != _kind(block[0]))):
            yield block
            block = []
        if stripped and block and not starts and _kind(block[0]) in ("ul", "ol"):
            block[-1] += f" {stripped}"  # the further lines of an item
        elif stripped:
            block.append(stripped)
        if starts == "h" or starts == "picture":
            yield block
            block = []
    if block:
        yield block


def _kind(line: str) -> str:
    if _HEADING.fullmatch(line):
        return "h"
    if _PICTURE.fullmatch(line):
        return "picture"
    if _BULLET.fullmatch(line):
        return "ul"
    if _NUMBER.fullmatch(line):
        return "ol"
    return {"|": "table", ">": "note"}.get(line[:1], "")


def _block(lines: list[str], targets: Targets) -> str:
    kind = _kind(lines[0])
    if kind == "h":
        match = _HEADING.fullmatch(lines[0])
        assert match is not None
        level = len(match[1])
        return f"<h{level}>{_inline(match[2], targets)}</h{level}>"
    if kind == "picture":
        return _figure(lines[0], targets)
    if kind in ("ul", "ol"):
        items = [(_BULLET if kind == "ul" else _NUMBER).fullmatch(line) for line in lines]
        rows = "".join(f"<li>{_inline(item[1], targets)}</li>" for item in items if item is not None)
        return f"<{kind}>{rows}</{kind}>"
    if kind == "table":
        return _table(lines, targets)
    if kind == "note":
        return f"<blockquote>{_inline(' '.join(line[1:].strip() for line in lines), targets)}</blockquote>"
    return f"<p>{_inline(' '.join(lines), targets)}</p>"


def _table(lines: list[str], targets: Targets) -> str:
    """A table; a second line of dashes makes the first line its head."""
    has_head = len(lines) > 1 and _RULE.fullmatch(lines[1]) is not None
    rows = []
    for number, line in enumerate(lines):
        if has_head and number == 1:
            continue
        tag = "th" if has_head and number == 0 else "td"
        cells = "".join(
            f"<{tag} align='left'>{_inline(cell.strip(), targets)}</{tag}>"
            for cell in line.strip("|").split("|")
        )
        rows.append(f"<tr>{cells}</tr>")
    return f"<table cellpadding='5' cellspacing='0'>{''.join(rows)}</table>"


def _figure(line: str, targets: Targets) -> str:
    match = _PICTURE.fullmatch(line)
    assert match is not None
    caption, address = _inline(match[1], targets), targets.picture(match[2])
    if not address:
        return f"<p><i>{caption}</i></p>"
    picture = f"<img src='{escape(address)}' alt='{escape(match[1], quote=True)}'>"
    return f"<p class='figure'>{picture}<br><i>{caption}</i></p>"


def _inline(text: str, targets: Targets) -> str:
    def linked(match: re.Match[str]) -> str:
        address = targets.link(match[2].replace("&amp;", "&"))
        return f"<a href='{escape(address)}'>{match[1]}</a>" if address else match[1]

    text = _LINK.sub(linked, escape(text, quote=False))
    text = _ENTRY.sub(lambda match: f"<b>{escape(targets.entry(match[1]))}</b>", text)
    text = _CODE.sub(r"<code>\1</code>", text)
    return _ITALIC.sub(r"<i>\1</i>", _BOLD.sub(r"<b>\1</b>", text))


def pictures_in(text: str) -> list[str]:
    """The names of the pictures of a page."""
    return list(dict.fromkeys(match[2] for match in _PICTURE.finditer(text)))


def links_in(text: str) -> list[str]:
    """The targets of the links of a page."""
    return list(dict.fromkeys(match[2] for match in _LINK.finditer(_PICTURE.sub("", text))))


def entries_in(text: str) -> list[str]:
    """The menu entries that a page names."""
    return list(dict.fromkeys(match[1] for match in _ENTRY.finditer(text)))


def plain_text(text: str) -> str:
    """The words of a page alone, for searching."""
    return re.sub(r"[*`#|>]", " ", _LINK.sub(r"\1", _PICTURE.sub(r"\1", text)))
