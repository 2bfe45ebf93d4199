"""The project's own files, as the architecture tests see them."""

from __future__ import annotations

import ast
import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "editor", "engine")
NOT_OURS = {".git", ".venv", ".venv-pythons", "build", "dist", "screenshots", "fuzz-failures", "__pycache__"}


UNFINISHED: tuple[str, ...] = ()
"""Games that are being written: they lie beside the others and are not registered yet."""


def python_files(*folders: str) -> list[Path]:
    """Every Python file below these folders of the project."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@functools.cache
def project_files() -> tuple[Path, ...]:
    """Every file git keeps or would keep; in a copy without git, every file that is not made by a tool."""
    if (ROOT / ".git").exists():
        command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listing = subprocess.run(command, capture_output=True, check=True, text=True).stdout
        paths = [ROOT / name for name in listing.split("\0") if name]
    else:
        paths = [path for path in ROOT.rglob("*") if not made_by_a_tool(path)]
    return tuple(sorted(path for path in paths if path.is_file()))


def made_by_a_tool(path: Path) -> bool:
    """True for caches, the virtual environment and what was built."""
    return any(
        part in NOT_OURS or part.endswith(("_cache", ".hypothesis")) for part in path.relative_to(ROOT).parts
    )


@functools.cache
def syntax(path: Path) -> ast.Module:
    """The parsed file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Each call in a file with the last word of what is called: `tx.roll(...)` is `roll`."""
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    yield name, node


def place(path: Path, node: ast.expr | ast.stmt) -> str:
    """Where something stands, for a message."""
    shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return f"{shown}:{node.lineno}"
