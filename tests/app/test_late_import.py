"""A module that nobody uses is not run; whoever does use it notices nothing."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from app import late_import


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
    with late_import.of("lazybones"):
        lazybones = importlib.import_module("lazybones")
    assert sys.meta_path == before
    assert woken() == 0 and lazybones.__spec__.name == "lazybones"
    assert lazybones.TREE == "oak" and woken() == 1
    with pytest.raises(AttributeError, match="no attribute 'BUSH'"):
        _ = lazybones.BUSH
    assert woken() == 1
    del sys.modules["lazybones"]


def test_others_are_imported_as_ever(folder: Path) -> None:
    with late_import.of("something.else"):
        importlib.import_module("lazybones")
    assert woken() == 1
    del sys.modules["lazybones"]
