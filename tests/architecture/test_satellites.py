"""A part of the window gets what it needs: never the whole window or table, and no long reach into others."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source_tree import ROOT, python_files, syntax

WHOLES = {"MainWindow", "PlayPage"}
LONGEST_CHAIN = 2
"""Attributes behind one of one's own: `self._game.controller.view` reaches two dots into another object."""
WIRING = {"connect", "disconnect", "emit"}
"""Behind a signal, these are no further reach."""
HOLDERS = {
    ("app/startup/launch.py", "MainWindow"): "creates it",
}
"""Who holds a whole window or table, and what for; the tour of screenshots may. It only becomes shorter."""
CHAINS: dict[tuple[str, str], int] = {}
"""Longer chains that are still there, and how often. It stays empty."""


def names_in(annotation: ast.expr) -> set[str]:
    """The last names of all classes in an annotation, also in one that is written as a text."""
    found: set[str] = set()
    for node in ast.walk(annotation):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                found.add(name)
            case ast.Constant(value=str(text)):
                found |= names_in(ast.parse(text, mode="eval").body)
    return found


def held_in(path: Path) -> Iterator[str]:
    """The wholes that a file takes as a parameter, or keeps in an annotated attribute."""
    for node in ast.walk(syntax(path)):
        match node:
            case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
                yield from names_in(annotation) & WHOLES


def chains_in(path: Path) -> Iterator[str]:
    """Chains of attributes behind `self` that reach further into another object than they may."""
    for node in ast.walk(syntax(path)):
        parts: list[str] = []
        reached: ast.expr | None = node if isinstance(node, ast.Attribute) else None
        while isinstance(reached, ast.Attribute):
            parts.insert(0, reached.attr)
            reached = reached.value
        if isinstance(reached, ast.Name) and reached.id == "self":
            if parts[-1] in WIRING:
                parts.pop()
            if len(parts) - 1 > LONGEST_CHAIN:
                yield ".".join(("self", *parts))


def in_window() -> list[tuple[str, Path]]:
    """The files of app and editor, without the tour of screenshots."""
    files = ((path.relative_to(ROOT).as_posix(), path) for path in python_files("app", "editor"))
    return [(name, path) for name, path in files if not name.startswith("app/tour/")]


def test_no_part_holds_the_whole_window_or_table() -> None:
    held = {(name, whole) for name, path in in_window() for whole in held_in(path)}
    assert held == set(HOLDERS), "give it what it needs: a TableGame, the map, the note, a signal"


def test_no_part_reaches_far_into_another() -> None:
    found = Counter((name, chain) for name, path in in_window() for chain in chains_in(path))
    assert found == CHAINS


def test_a_holder_and_a_long_chain_are_found(tmp_path: Path) -> None:
    file = tmp_path / "breach.py"
    file.write_text(
        "def one(window: MainWindow) -> None: ...\n"
        "def two(self, page: 'PlayPage | None'): self._page.map.scene.geometry.flat\n"
        "def three(self, view: MapView): self._page.map.hex_clicked.connect(self._view.rect)\n"
    )
    assert sorted(held_in(file)) == ["MainWindow", "PlayPage"]
    assert set(chains_in(file)) == {"self._page.map.scene.geometry.flat", "self._page.map.scene.geometry"}
