"""The handbook as a folder of web pages, with pictures that the tour takes anew."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final

from app.handbook.markup import Targets, pictures_in, to_html
from app.handbook.menu_words import menu_words
from app.handbook.pages import FIRST_PAGE, Handbook, Page
from engine.bad_input import BadInput
from engine.files import write_atomically

STYLE: Final = """
:root { color-scheme: light dark; --paper: #fffdf8; --ink: #221f1a; --quiet: #6a6357; --line: #cfc7b6;
  --link: #7a3b12; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1b1d21; --ink: #e9e6df; --quiet: #a59f93; --line: #43464e; --link: #e0a878; }
}
body { font: 16px/1.55 system-ui, sans-serif; margin: 0; background: var(--paper); color: var(--ink);
  display: grid; grid-template-columns: 16rem minmax(0, 50rem); gap: 3rem; padding: 2rem; }
nav { border-right: 1px solid var(--line); padding-right: 1rem; } nav ul { list-style: none; padding: 0; }
nav li { margin: .3rem 0; } nav .here { font-weight: 700; }
a { color: var(--link); } h1 { margin-top: 0; line-height: 1.2; }
table { border-collapse: collapse; margin: 1rem 0; }
td, th { border-bottom: 1px solid var(--line); padding: .35rem .9rem .35rem 0; text-align: left;
  vertical-align: top; }
img { max-width: 100%; border: 1px solid var(--line); border-radius: 6px; }
blockquote { margin: 1rem 0; padding: .2rem 1rem; border-left: 4px solid var(--line); color: var(--quiet); }
code { font-size: .95em; } .figure i { color: var(--quiet); }
@media (max-width: 60rem) { body { display: block; } nav { border: 0; } }
@media print { nav { display: none; } body { display: block; padding: 0; } }
"""


def export(book: Handbook, folder: Path, with_pictures: bool = True) -> list[Path]:
    """Write every page, the style and the pictures; returns the files. Pictures come first: they may fail."""
    pictures = _take_pictures(book, folder) if with_pictures else {}
    written = list(pictures.values())
    style = folder / "style.css"
    write_atomically(style, STYLE.strip().encode() + b"\n")
    for page in book.pages:
        path = folder / file_name(page.key)
        write_atomically(path, page_html(book, page, set(pictures)).encode())
        written.append(path)
    first = book.page(FIRST_PAGE)
    if first is not None:
        index = folder / "index.html"
        write_atomically(index, page_html(book, first, set(pictures)).encode())
        written.append(index)
    return [style, *written]


def file_name(key: str) -> str:
    """The file of a page: `playing/hot-seat` is `playing-hot-seat.html`."""
    return f"{key.replace('/', '-')}.html"


def page_html(book: Handbook, page: Page, pictures: set[str]) -> str:
    """A page with the contents beside it."""

    def link(target: str) -> str:
        kind, _, name = target.partition(":")
        if kind == "page":
            return file_name(name)
        return target if kind in ("http", "https") else ""  # rules are read in the program

    def picture(name: str) -> str:
        return f"pictures/{name}.jpg" if name in pictures else ""

    body = to_html(page.text, Targets(link=link, entry=menu_words, picture=picture))
    return (
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(page.title)} — Startline</title><link rel='stylesheet' href='style.css'></head>\n"
        f"<body><nav>{''.join(_contents(book, page))}</nav>\n<main>{body}</main></body></html>\n"
    )


def _contents(book: Handbook, here: Page) -> Iterator[str]:
    for part in book.parts:
        if part.pages:
            yield f"<b>{escape(part.title)}</b><ul>"
            for page in part.pages:
                mark = " class='here'" if page.key == here.key else ""
                yield f"<li{mark}><a href='{file_name(page.key)}'>{escape(page.title)}</a></li>"
            yield "</ul>"


def _take_pictures(book: Handbook, folder: Path) -> dict[str, Path]:
    from app.tour.tour import take_pictures

    wanted = {name for page in book.pages for name in pictures_in(page.text)}
    taken = take_pictures(folder / "pictures", wanted) if wanted else {}
    missing = sorted(wanted - set(taken))
    if missing:
        raise BadInput(f"The tour has no picture {', '.join(missing)}, which the handbook shows")
    return taken
