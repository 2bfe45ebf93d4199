"""A module that nobody uses is not run; whoever does use it notices nothing."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import late_import

TOP = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lazybones.py").write_text("import builtins\nbuiltins.woken += 1\nTREE = 'oak'\n", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("builtins.woken", 0, raising=False)
    monkeypatch.delitem(sys.modules, "lazybones", raising=False)
    return tmp_path


def woken() -> int:
    import builtins

    return int(builtins.woken)  # type: ignore[attr-defined]


def test_it_runs_when_it_is_first_asked(folder: Path) -> None:
    before = list(sys.meta_path)
    with late_import.of(["lazybones"]):
        lazybones = importlib.import_module("lazybones")
    assert sys.meta_path == before
    assert woken() == 0 and lazybones.__spec__.name == "lazybones"
    assert lazybones.TREE == "oak" and woken() == 1
    with pytest.raises(AttributeError, match="no attribute 'BUSH'"):
        _ = lazybones.BUSH
    assert woken() == 1
    del sys.modules["lazybones"]


def test_others_are_imported_as_ever(folder: Path) -> None:
    with late_import.of(["something.else"]):
        importlib.import_module("lazybones")
    assert woken() == 1
    del sys.modules["lazybones"]


SCRIPT = """
from app import quick_start
{begin}
from PySide6.QtCore import QPoint, QSize
from PySide6.support.signature import get_signature
try:
    QPoint('a')
except TypeError as problem:
    print(problem)
print(QSize.boundedTo.__doc__, get_signature(QSize.boundedTo))
from PySide6.support.signature.lib import pyi_generator as stubs
print(stubs.Formatter, stubs.LICENSE_TEXT)
"""


def test_what_qt_does_not_need_at_the_start_is_there_when_it_is_needed() -> None:
    plain, quick = (
        subprocess.run(
            [sys.executable, "-c", SCRIPT.format(begin=begin)],
            env={**os.environ, "PYTHONPATH": str(TOP)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for begin in ("", "quick_start.begin()")
    )
    assert quick == plain != ""
