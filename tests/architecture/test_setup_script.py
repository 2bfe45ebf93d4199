"""What `make setup` does and says, on machines that we pretend to be."""

from __future__ import annotations

import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source_tree import ROOT

TOOLS = ("sh", "cat", "cksum", "dirname", "rm")
FILES = (".ci/setup", "pyproject.toml", "requirements.txt", "requirements-dev.txt")

# Says it is an interpreter of its own, answers the check of libraries from a list that apt-get empties,
# and makes no environment.
PYTHON = f"""
case "$1 $2" in
"-c "*_base_executable*) echo "$0"; exit ;;
esac
case "$1 $*" in
"- "*libGL.so*) cat "$MACHINE/missing" ;;
"- "*) cat "$MACHINE/missing for a window" ;;
"-m "*) echo "python $*" >>"$MACHINE/log"; exit 7 ;;
*) exec {sys.executable} "$@" ;;
esac
"""
APT = """
echo "apt-get $*" >>"$MACHINE/log"
[ "$1" = update ] || : >"$MACHINE/missing"
"""


class Machine:
    """A folder with a copy of the set-up and a PATH that holds nothing but what the test puts there."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.bin = home / "bin"
        self.bin.mkdir()
        (home / "log").touch()
        self.missing("libegl1 libgl1 ")
        self.missing("", " for a window")
        for tool in TOOLS:
            path = shutil.which(tool)
            assert path, tool
            (self.bin / tool).symlink_to(path)
        self.program("uname", "echo Linux")
        for name in FILES:
            (home / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, home / "clone" / name)

    def program(self, name: str, script: str) -> None:
        """Put a small shell program on the PATH."""
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def missing(self, packages: str, what: str = "") -> None:
        """Say which packages the check of libraries will name."""
        (self.home / f"missing{what}").write_text(packages)

    def setup(self, user: int, **environment: str) -> tuple[int, str]:
        """Run the set-up as root (0) or as somebody else: exit code and what it said."""
        self.program("id", f"echo {user}")
        done = subprocess.run(
            [str(self.home / "clone" / ".ci" / "setup")],
            env={"PATH": str(self.bin), "MACHINE": str(self.home), **environment},
            capture_output=True,
            text=True,
            timeout=300,
        )
        return done.returncode, done.stderr

    @property
    def log(self) -> list[str]:
        """The programs that were called."""
        return (self.home / "log").read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A Debian machine with Python and without Qt's libraries."""
    machine = Machine(tmp_path)
    machine.program("python3", PYTHON)
    machine.program("apt-get", APT)
    return machine


def test_without_python_it_says_so(machine: Machine) -> None:
    (machine.bin / "python3").unlink()
    code, said = machine.setup(user=1000)
    assert code == 1
    assert "needs Python 3.11 to 3.14" in said
    assert "sudo apt-get install --no-install-recommends python3 python3-venv libglib2.0-0 libgl1" in said
    assert machine.log == []


def test_an_old_python_is_not_taken(machine: Machine) -> None:
    machine.program("python3", "exit 1")
    assert machine.setup(user=1000)[0] == 1


def test_an_ordinary_user_gets_the_command_to_run(machine: Machine) -> None:
    code, said = machine.setup(user=1000)
    assert code == 1
    assert "sudo apt-get install --no-install-recommends libegl1 libgl1\n" in said
    assert machine.log == [], "nothing was installed behind the user's back"


def test_root_gets_the_libraries_installed(machine: Machine) -> None:
    machine.setup(user=0)
    assert machine.log[:2] == [
        "apt-get update -qq",
        "apt-get install -y -qq --no-install-recommends libegl1 libgl1",
    ]
    assert machine.log[-1].startswith("python -m venv")


def test_what_only_real_windows_need_stops_nobody_without_a_display(machine: Machine) -> None:
    machine.missing("")
    machine.missing("libxcb-cursor0 ", " for a window")
    code, said = machine.setup(user=1000)
    assert "libxcb-cursor0 xvfb xauth" in said
    assert code == 7, "it went on to make the environment"
    code, said = machine.setup(user=1000, DISPLAY=":0")
    assert code == 1
    assert "sudo apt-get install --no-install-recommends libxcb-cursor0\n" in said


def test_a_machine_without_a_known_installer_gets_the_names(machine: Machine) -> None:
    (machine.bin / "apt-get").unlink()
    code, said = machine.setup(user=0)
    assert code == 1
    assert "libegl1 libgl1" in said


def test_a_finished_set_up_is_silent_until_the_lock_changes(machine: Machine) -> None:
    machine.missing("")
    clone = machine.home / "clone"
    program = clone / ".venv" / "bin" / "startline"
    program.parent.mkdir(parents=True)
    program.touch(mode=0o755)
    version = subprocess.run(
        [sys.executable, "-V"], capture_output=True, text=True, check=True
    ).stdout.strip()
    pinned = "cat requirements.txt requirements-dev.txt pyproject.toml .ci/setup | cksum"
    sums = subprocess.run(
        pinned, shell=True, cwd=clone, capture_output=True, text=True, check=True
    ).stdout.strip()
    (clone / ".venv" / ".ready").write_text(f"{clone} {version} {sums}\n")
    assert machine.setup(user=1000) == (0, "")
    with (clone / "requirements.txt").open("a") as lock:
        lock.write("one-more==1.0\n")
    assert "installing the pinned packages" in machine.setup(user=1000)[1]
