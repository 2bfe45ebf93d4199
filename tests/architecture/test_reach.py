"""Nobody in the editor reaches far into an object that was handed to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source_tree import ROOT, place, python_files, syntax

MAX_DOTS = 2
"""Through a held object: `page.workspace.canvas` is allowed, `page.workspace.canvas.tool` is not."""
HELD_NAMES = {"workspace", "page", "window", "host"}
"""Such names are held objects even without a type that says so."""
REACHING: tuple[str, ...] = ()
"""Places that still reach further. The list may only become shorter."""
PLAIN_METHODS = {"connect", "emit", "get", "items", "keys", "values", "strip", "removeprefix", "partition"}
"""Methods of signals, mappings and strings: no further object is reached by them."""
WORKSPACE_HOLDERS = ["editor/editor_page.py"]
"""Whoever needs a part of the workspace is given that part."""


def own_classes(tree: ast.Module) -> set[str]:
    """The classes of app and editor that a module imports or defines."""
    found = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(("app.", "editor.")):
            found |= {alias.asname or alias.name for alias in node.names if alias.name[0].isupper()}
    return found


def is_held(parameter: ast.arg, classes: set[str]) -> bool:
    """Whether an argument is somebody else's object: by its type or by its name."""
    words = {node.id for node in ast.walk(parameter.annotation or parameter) if isinstance(node, ast.Name)}
    return parameter.arg.strip("_") in HELD_NAMES or bool(words & classes)


def held_by(function: ast.FunctionDef, classes: set[str]) -> set[str]:
    """The arguments of a function that are somebody else's objects."""
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return {argument.arg for argument in arguments if is_held(argument, classes)}


def kept_by(owner: ast.ClassDef, classes: set[str]) -> set[str]:
    """The attributes in which a class keeps what was handed to one of its methods."""
    found = set()
    for method in (node for node in owner.body if isinstance(node, ast.FunctionDef)):
        held = held_by(method, classes)
        for node in ast.walk(method):
            if isinstance(node, ast.Assign):
                for target, value in assigned(node):
                    match target, value:
                        case ast.Attribute(value=ast.Name(id="self"), attr=name), ast.Name(id=given):
                            if given in held:
                                found.add(name)
    return found


def assigned(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The pairs of target and value; `a, b = c, d` has two."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def chain(node: ast.expr) -> list[str]:
    """`a.b().c[0].d` as a list of names; empty if it does not begin with a name."""
    names: list[str] = []
    while True:
        match node:
            case ast.Attribute(value=node, attr=name):
                names.append(name)
            case ast.Call(func=node) | ast.Subscript(value=node):
                pass
            case ast.Name(id=name):
                return [*names, name][::-1]
            case _:
                return []


def chains(tree: ast.AST) -> Iterator[tuple[ast.Attribute, list[str]]]:
    """Every attribute chain, without methods of plain values at its end."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (names := chain(node)) and names[-1] not in PLAIN_METHODS:
            yield node, names


def dots_into(names: list[str], held: set[str], kept: set[str]) -> int:
    """How many dots a chain goes into somebody else's object."""
    match names:
        case ["self", attribute, *rest] if attribute in kept or attribute.strip("_") in HELD_NAMES:
            return len(rest)
        case [name, *rest] if name in held:
            return len(rest)
    return 0


def reaching(path: Path) -> list[str]:
    """The chains of a file that go too far."""
    tree = syntax(path)
    classes, found = own_classes(tree), []
    for owner in (tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))):
        kept = kept_by(owner, classes) if isinstance(owner, ast.ClassDef) else set()
        for function in (node for node in owner.body if isinstance(node, ast.FunctionDef)):
            held = held_by(function, classes) - {"self", "cls"}
            for node, names in chains(function):
                if dots_into(names, held, kept) > MAX_DOTS:
                    found.append(f"{place(path, node)} {'.'.join(names)}")
    return found


def test_nobody_reaches_far_into_what_was_handed_over() -> None:
    found = [line for path in python_files("editor") for line in reaching(path)]
    files = {line.split(":")[0] for line in found}
    assert not [line for line in found if line.split(":")[0] not in REACHING], "ask for the object itself"
    assert files == set(REACHING), "take what no longer reaches far off the list"


def test_only_the_page_holds_the_workspace() -> None:
    holders = [
        str(path.relative_to(ROOT))
        for path in python_files("editor")
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.ImportFrom) and node.module == "editor.workspace"
    ]
    assert holders == WORKSPACE_HOLDERS


@pytest.mark.parametrize(
    ("line", "dots"),
    [
        ("self._page.workspace.canvas.setFocus()", 3),
        ("canvas.geometry.layout.lattice.hexes", 4),
        ("self._canvas.scene().addItem(item)", 2),
        ("self.own.further.away.from_here", 0),
    ],
)
def test_the_measure_of_reach(line: str, dots: int) -> None:
    source = f"""
from editor.map.canvas import EditorCanvas

class Panel:
    def __init__(self, canvas: EditorCanvas, page) -> None:
        self._canvas, self._page = canvas, page
        self.own = Own()
        {line}
"""
    tree = ast.parse(source)
    classes = own_classes(tree)
    owner = next(node for node in tree.body if isinstance(node, ast.ClassDef))
    method = next(node for node in owner.body if isinstance(node, ast.FunctionDef))
    kept, held = kept_by(owner, classes), held_by(method, classes)
    assert max(dots_into(names, held, kept) for _, names in chains(method)) == dots
