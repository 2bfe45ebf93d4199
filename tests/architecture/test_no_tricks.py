"""Nothing replaces parts of the interpreter, of its imports or of Qt for Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source_tree import PACKAGES, place, python_files, syntax

NOT_OURS_TO_CHANGE = {
    *("builtins", "dataclasses", "enum", "functools", "importlib", "inspect", "sys", "types", "typing"),
    *("PySide6", "shiboken6", "shibokensupport"),
}
MEANT_TO_BE_SET = {"sys.excepthook", "sys.argv[0]"}
"""What Python's documentation tells a program to set or change."""
IMPORT_MACHINERY = {"meta_path", "path_hooks", "path_importer_cache", "__import__", "__orig_import__"}


def foreign_names(tree: ast.Module) -> set[str]:
    """What a module calls the things that it imports from where nothing may be changed."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=imported):
                found = [(alias.name, alias.asname or alias.name.partition(".")[0]) for alias in imported]
            case ast.ImportFrom(module=str(module), names=imported):
                found = [(module, alias.asname or alias.name) for alias in imported]
            case _:
                continue
        names |= {name for module, name in found if module.partition(".")[0] in NOT_OURS_TO_CHANGE}
    return names


def root(node: ast.expr) -> str:
    """The first name of `enum.EnumType._create_` or `sys.modules["app"]`."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def tricks(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """Each place where something foreign is changed, or the import machinery is reached into."""
    foreign = foreign_names(tree)
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                if root(node) in foreign and ast.unparse(node) not in MEANT_TO_BE_SET:
                    yield node, f"changes {ast.unparse(node)}"
            case ast.Call(func=ast.Name(id="setattr" | "delattr"), args=[changed, *_]):
                if root(changed) in foreign:
                    yield node, f"changes {ast.unparse(changed)}"
            case ast.Attribute(attr=name) if name in IMPORT_MACHINERY:
                yield node, f"reaches for {name}"


def test_no_tricks_on_the_interpreter_or_qt() -> None:
    found = [
        f"{place(path, node)} {what}"
        for path in python_files(*PACKAGES)
        for node, what in tricks(syntax(path))
    ]
    assert not found


@pytest.mark.parametrize(
    "trick",
    [
        "from enum import EnumType\nEnumType._create_ = print",
        "import enum\nsetattr(enum.EnumType, '_create_', print)",
        "import builtins\nbuiltins.__import__ = getattr(builtins, '__orig_import__', None)",
        "import dataclasses\ndel dataclasses._create_fn",
        "import sys\nsys.meta_path.insert(0, None)",
        "import sys\nsys.modules['PySide6.support'] = None",
        "import shibokensupport.signature\nshibokensupport.signature.loader = None",
        "from PySide6.QtCore import QObject\nQObject.destroyed = None",
    ],
)
def test_tricks_are_found(trick: str) -> None:
    assert list(tricks(ast.parse(trick)))


def test_what_is_made_of_them_may_be_changed(tmp_path: Path) -> None:
    plain = "from PySide6.QtCore import QObject\nitem = QObject()\nitem.name = 'ours'\ndel item.name"
    assert not list(tricks(ast.parse(plain)))
    assert not list(tricks(ast.parse("import sys\nsys.excepthook = print")))
