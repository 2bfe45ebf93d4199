"""`startline desktop`: menu entry, icon and file types of the user's own desktop."""

from __future__ import annotations

import configparser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.__main__ import main
from app.command_line import desktop


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(desktop.shutil, "which", lambda name: None)
    return tmp_path


def test_it_writes_an_entry_an_icon_and_file_types(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desktop"]) == 0
    told = capsys.readouterr().out
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(home / "applications" / "startline.desktop", encoding="utf-8")
    found = entry["Desktop Entry"]
    assert found["Exec"].endswith(" open %F") and found["Exec"] != "startline open %F"
    assert found["MimeType"].split(";")[:2] == [
        "application/x-startline-game",
        "application/x-startline-scenario",
    ]
    types = ElementTree.parse(home / "mime" / "packages" / "startline.xml").getroot()
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    assert [kind.get("type") for kind in types.iter(f"{space}mime-type")] == found["MimeType"].split(";")[:2]
    assert (home / "icons" / "hicolor" / "scalable" / "apps" / "startline.svg").read_bytes()
    assert told.count("written: ") == 3 and "after the next login" in told


def test_it_removes_what_it_has_written(home: Path) -> None:
    assert main(["desktop"]) == 0 and main(["desktop", "--remove"]) == 0
    assert [path for path in home.rglob("*") if path.is_file()] == []


def test_a_path_with_blanks_is_quoted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own = tmp_path / "my tools" / "startline"
    own.parent.mkdir()
    own.touch()
    monkeypatch.setattr(desktop.sys, "argv", [str(own)])
    assert desktop.program() == f'"{own}"'
