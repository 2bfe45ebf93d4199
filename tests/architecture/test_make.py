"""What `make run` says without a display, and which Pythons `make test-pythons` finds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source_tree import ROOT

SAY = '#!/bin/sh\necho "called: $*"\n'


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone whose set-up does nothing and whose program says what it was called with."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name, text in {".ci/setup": "#!/bin/sh\n", ".venv/bin/startline": SAY}.items():
        program(tmp_path / name, text)
    return tmp_path


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


def run(*command: str, cwd: Path, **environment: str) -> tuple[int, str]:
    """Exit code and everything that was said."""
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_the_way_to_a_window_is_told(clone: Path) -> None:
    code, said = run("make", "run", cwd=clone, PATH=os.environ["PATH"])
    assert code == 0 and "called: tour screenshots\n" in said
    assert "no display" in said and "desktop" in said and "xvfb-run" in said and "tour --all" in said
    code, said = run("make", "run", cwd=clone, PATH=os.environ["PATH"], DISPLAY=":0")
    assert (code, said) == (0, "called: \n")


NO_SUCH_PYTHON = '#!/bin/sh\n[ "$1" = -c ] && exit 1\n'
FAKE_PYTHON = f"""#!/bin/sh
# Answers as the Python of its folder; makes no environment but one that says what it was called with.
case "$1 $2" in
"-c "*) [ "$3" = VERSION ] && echo "$0" ;;
"-V "*) echo "Python VERSION.9" ;;
"-m venv") mkdir -p "$4/bin" && cp "$0" "$4/bin/python" ;;
*) echo "VERSION: $*"; [ "$2" != pytest ] || exit CODE ;;
esac
exec {shutil.which("true")}
"""


def test_every_python_is_tried_and_the_missing_ones_are_named(tmp_path: Path) -> None:
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    for name in ("requirements.txt", "requirements-dev.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    tools = tmp_path / "bin"
    for version in ("3.11", "3.12", "3.13", "3.14"):
        program(tools / f"python{version}", NO_SUCH_PYTHON)
    program(tools / "python3.12", FAKE_PYTHON.replace("VERSION", "3.12").replace("CODE", "0"))
    pyenv = tmp_path / "pyenv" / "versions" / "3.13.9" / "bin" / "python"
    program(pyenv, FAKE_PYTHON.replace("VERSION", "3.13").replace("CODE", "1"))
    where = {"PATH": f"{tools}:{os.environ['PATH']}", "PYENV_ROOT": str(tmp_path / "pyenv")}
    code, said = run(str(tmp_path / ".ci" / "test-pythons"), cwd=tmp_path, **where)
    assert code == 1
    assert "passed: 3.12; failed: 3.13; not found: 3.11 3.14" in said
    assert "3.12: -m pip install" in said and "3.12: -m pytest" in said and "tests/engine" in said
    code, said = run(str(tmp_path / ".ci" / "test-pythons"), cwd=tmp_path, PYTHONS="3.12", **where)
    assert code == 0 and "passed: 3.12; failed: none; not found: none" in said
    assert "pip install" not in said, "the environment is kept"
