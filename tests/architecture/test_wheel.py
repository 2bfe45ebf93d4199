"""An installed Startline has everything a clone has to play with."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture.source_tree import PACKAGES, ROOT, project_files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this tree."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return next(folder.glob("startline-*.whl"))


def test_the_wheel_holds_program_resources_and_catalogue(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())
    ours = {path.relative_to(ROOT).as_posix() for path in project_files()}
    expected = {name for name in ours if name.split("/")[0] in {*PACKAGES, "resources"}} | {"scenarios.db"}
    assert {name for name in packed if ".dist-info/" not in name} == expected


def test_the_wheel_brings_the_command(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    entry = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
    assert "startline = app.__main__:main" in archive.read(entry).decode()
