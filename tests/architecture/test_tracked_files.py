"""What is published says nothing about the machine it was made on, and the lock is the whole truth."""

from __future__ import annotations

import importlib.metadata
import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.source_tree import ROOT, project_files

MACHINE_PATH = re.compile(rb"(?<![\w./~-])/(?:home|root|Users|opt|srv|mnt|media|work|farm)/[\w.-]")
REGISTRY = re.compile(
    rb"pypi\.org|python[h]osted|pkg\.dev|deb\.debian|(?:extra[-_])?index[-_]url|find[-_]links", re.I
)
PINNED = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*==[0-9][0-9a-z.]*")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY], ids=["machine paths", "registry hosts"])
def test_no_file_gives_its_origin_away(pattern: re.Pattern[bytes]) -> None:
    assert ROOT / "pyproject.toml" in project_files()
    found = [
        f"{path.relative_to(ROOT)}: {match.group().decode()}"
        for path in project_files()
        if (match := pattern.search(path.read_bytes()))
    ]
    assert not found


def pins(name: str) -> dict[str, str]:
    """The packages of a lock file with their versions."""
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if not line.startswith("#") and line != "-r requirements.txt"]
    assert [line for line in lines if not PINNED.fullmatch(line)] == [], "a lock has names and versions alone"
    found = dict(line.split("==") for line in lines)
    assert list(found) == sorted(found)
    return found


def needed_by(wanted: list[str]) -> set[str]:
    """Every package these requirements lead to in this environment; the lock must be within each range."""
    lock = pins("requirements.txt") | pins("requirements-dev.txt")
    todo = [Requirement(text) for text in wanted]
    names: set[str] = set()
    seen: set[str] = set()
    while todo:
        asked = todo.pop()
        name = canonicalize_name(asked.name)
        if str(asked) in seen:
            continue
        seen.add(str(asked))
        if name == PROJECT["name"]:
            todo += [
                Requirement(text)
                for extra in asked.extras
                for text in PROJECT["optional-dependencies"][extra]
            ]
            continue
        assert name in lock, f"{name} is needed and not in the lock"
        assert asked.specifier.contains(lock[name], prereleases=True), (
            f"{asked} against {lock[name]} in the lock"
        )
        assert importlib.metadata.version(name) == lock[name], f"{name} installed is not the one in the lock"
        names.add(name)
        for text in importlib.metadata.requires(name) or []:
            further = Requirement(text)
            extras = asked.extras or {""}
            if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in extras):
                todo.append(further)
    return names


def test_the_lock_is_complete_and_holds_nothing_else() -> None:
    running, working = pins("requirements.txt"), pins("requirements-dev.txt")
    assert needed_by(PROJECT["dependencies"]) == set(running)
    assert needed_by(PROJECT["optional-dependencies"]["dev"]) - set(running) == set(working)
