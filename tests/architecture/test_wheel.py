"""An installed Startline has everything a clone has to play with."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
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


def test_an_installed_startline_plays_a_turn(wheel: Path, tmp_path: Path) -> None:
    """In an environment with nothing but the wheel and the packages that it needs."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    packages = sysconfig.get_paths(vars={"base": str(home), "platbase": str(home)})["purelib"]
    # A path in a .pth file adds the packages of this environment, but not the clone that it is linked to.
    (Path(packages) / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index"]
    subprocess.run([*install, "--quiet", str(wheel)], check=True, timeout=300)
    command = [str(home / "bin" / "startline"), "fuzz", "ddb", "--games", "1", "--turns", "1", "--json"]
    alone = {name: value for name, value in os.environ.items() if name != "STARTLINE_GAMES"}
    done = subprocess.run(command, cwd=tmp_path, env=alone, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr + done.stdout
    where = [str(python), "-c", "import engine; print(engine.__file__)"]
    assert str(home) in subprocess.run(where, cwd=tmp_path, capture_output=True, text=True).stdout
