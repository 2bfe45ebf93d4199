"""The pages of the handbook: files in Markdown, each with a few lines of TOML before it.

+++
title = "Hot seat"                       as it stands in the contents
order = 30                               its place within its part, smallest first
contexts = ["hand-over", "players"]      where F1 opens this page
+++
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from app.handbook.markup import plain_text
from engine import games
from engine.bad_input import BadInput
from engine.parse_limits import load_toml
from engine.referee.save import read_text
from resources import FOLDER

FENCE: Final = "+++"
HELP_FOLDER: Final = FOLDER / "help"
PICTURES_FOLDER: Final = HELP_FOLDER / "pictures"
GAMES_PART: Final = "games"
FIRST_PAGE: Final = "playing/welcome"


class Page(Struct, frozen=True):
    """One page. Its key is the folder of its part and the name of its file: `playing/hot-seat`."""

    key: str
    title: str
    order: int
    contexts: tuple[str, ...]
    text: str
    """Markdown."""

    @property
    def part(self) -> str:
        """The folder of its part."""
        return self.key.partition("/")[0]


class Part(Struct, frozen=True):
    """A chapter of the contents with its pages in order."""

    folder: str
    title: str
    pages: tuple[Page, ...]


class Handbook(Struct, frozen=True):
    """All parts in order."""

    parts: tuple[Part, ...]

    @property
    def pages(self) -> Iterator[Page]:
        """All pages in order."""
        for part in self.parts:
            yield from part.pages

    def page(self, key: str) -> Page | None:
        """The page with this key."""
        return next((page for page in self.pages if page.key == key), None)

    def for_context(self, contexts: Sequence[str]) -> Page | None:
        """The page of the first of these contexts that a page is written for."""
        by_context = {context: page for page in self.pages for context in page.contexts}
        return next((by_context[context] for context in contexts if context in by_context), None)

    def search(self, text: str) -> list[Page]:
        """The pages with all of these words: in the title first, then by how often they stand in the text."""
        wanted = text.casefold().split()
        found: list[tuple[int, int, int, Page]] = []
        for page in self.pages:
            title, body = page.title.casefold(), plain_text(page.text).casefold()
            if wanted and all(word in title or word in body for word in wanted):
                in_title = sum(word in title for word in wanted)
                found.append((-in_title, -sum(map(body.count, wanted)), len(found), page))
        return [page for *_, page in sorted(found, key=lambda hit: hit[:3])]


@cache
def handbook() -> Handbook:
    """The handbook that is shipped, with the pages of all registered games."""
    return read_handbook(HELP_FOLDER, _pages_of_games())


def read_handbook(folder: Path, further: Sequence[tuple[str, Path]] = ()) -> Handbook:
    """Read the parts of a folder; `further` are pages that lie elsewhere, each with its key."""
    path = folder / "contents.toml"
    raw = load_toml(read_text(path, "table of contents"), str(path))
    parts = []
    for row in raw.get("part", []):
        name = str(row["folder"])
        files = [(f"{name}/{path.stem}", path) for path in sorted((folder / name).glob("*.md"))]
        files += [(key, path) for key, path in further if key.partition("/")[0] == name]
        pages = sorted((read_page(key, path) for key, path in files), key=lambda page: page.order)
        parts.append(Part(name, str(row["title"]), tuple(pages)))
    return Handbook(tuple(parts))


def read_page(key: str, path: Path) -> Page:
    """Read the file of a page."""
    head, fence, text = read_text(path, "page of the handbook").removeprefix(FENCE).partition(f"\n{FENCE}\n")
    if not fence:
        raise BadInput(f"{path} should begin with its title and order between two lines {FENCE}")
    try:
        raw = load_toml(head, str(path))
    except ValueError as error:
        raise BadInput(f"{path}: the lines between {FENCE} cannot be read: {error}") from None
    return Page(key, _title(raw, path), _order(raw, path), _contexts(raw, path), text.strip())


def _title(raw: Mapping[str, Any], path: Path) -> str:
    title = raw.get("title")
    if not isinstance(title, str) or not title:
        raise BadInput(f"{path}: `title` should be a text")
    return title


def _order(raw: Mapping[str, Any], path: Path) -> int:
    order = raw.get("order")
    if not isinstance(order, int):
        raise BadInput(f"{path}: `order` should be a number")
    return order


def _contexts(raw: Mapping[str, Any], path: Path) -> tuple[str, ...]:
    contexts = raw.get("contexts", [])
    if not isinstance(contexts, list) or not all(isinstance(context, str) for context in contexts):
        raise BadInput(f"{path}: `contexts` should be a list of texts")
    return tuple(contexts)


def _pages_of_games() -> list[tuple[str, Path]]:
    """A game that brings its own files has its page in its own package."""
    found = []
    for game in map(games.game, games.keys()):
        path = Path(str(import_module(game.package).__file__)).parent / "handbook.md"
        if path.is_file():
            found.append((f"{GAMES_PART}/{game.key}", path))
    return found
