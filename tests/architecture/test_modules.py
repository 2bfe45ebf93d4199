"""Modules stay small, carry names that say something, and use nothing that runs data as code."""

from __future__ import annotations

import ast

import pytest

from tests.architecture.source_tree import PACKAGES, ROOT, calls, place, python_files, syntax

LONGEST_LINES = 600
EMPTY_NAMES = {"core", "util", "utils", "common", "manager", "managers", "helper", "helpers", "misc"}
UNSAFE_MODULES = {"pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle"}
UNSAFE_CALLS = {"eval", "exec", "__import__"}


@pytest.mark.parametrize("folder", (*PACKAGES, "tests"))
def test_no_module_outgrows_its_reader(folder: str) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in python_files(folder)}
    assert lengths, f"{folder} has no Python file"
    too_long = {str(path.relative_to(ROOT)): n for path, n in lengths.items() if n > LONGEST_LINES}
    assert not too_long, f"more than {LONGEST_LINES} lines: is there a second room in it?"


def test_names_say_what_is_inside() -> None:
    empty = [
        str(path.relative_to(ROOT))
        for path in python_files(*PACKAGES, "tests")
        if any(EMPTY_NAMES & set(part.split("_")) for part in path.relative_to(ROOT).with_suffix("").parts)
    ]
    assert not empty


def test_data_is_never_run_as_code() -> None:
    found = []
    for path in python_files(*PACKAGES):
        for node in ast.walk(syntax(path)):
            match node:
                case ast.Import(names=names):
                    modules = {alias.name for alias in names}
                case ast.ImportFrom(module=str(module)):
                    modules = {module}
                case _:
                    continue
            found += [f"{place(path, node)} imports {name}" for name in modules & UNSAFE_MODULES]
        for name, call in calls(path):
            if name in UNSAFE_CALLS and isinstance(call.func, ast.Name):
                found.append(f"{place(path, call)} calls {name}")
    assert not found


WORKERS = {"threading.Thread", "threading.Timer", "concurrent.futures", "PySide6.QtCore.QThread"}
WORKERS |= {"PySide6.QtCore.QThreadPool", "PySide6.QtCore.QRunnable"}


def importers_of(wanted: set[str], *folders: str) -> list[str]:
    """The files in these folders, or with a window, that import one of these names."""
    found = []
    for path in python_files(*folders or ("app", "editor")):
        for node in ast.walk(syntax(path)):
            match node:
                case ast.Import(names=names):
                    imported = {alias.name for alias in names} | {f"{alias.name}.Thread" for alias in names}
                case ast.ImportFrom(module=str(module), names=names):
                    imported = {module} | {f"{module}.{alias.name}" for alias in names}
                case _:
                    continue
            if imported & wanted:
                found.append(str(path.relative_to(ROOT)))
    return found


def test_errands_alone_start_threads() -> None:
    """A thread that knows nothing of the window's garbage and of its end brings the program down one day."""
    assert importers_of(WORKERS) == ["app/background/task.py"]


def test_reference_cycles_are_collected_in_one_place() -> None:
    """The launch only sets aside, once, what the program is made of."""
    assert importers_of({"gc"}) == ["app/startup/gui_thread_gc.py", "app/startup/launch.py"]


STOPWATCHES = {f"time.{name}" for name in ("perf_counter", "thread_time", "process_time")}


def test_only_benchmarks_stop_the_time() -> None:
    """A slow machine is no failure."""
    timed = importers_of(STOPWATCHES, "tests")
    assert timed, "the benchmarks do"
    assert all(path.startswith("tests/benchmarks/") for path in timed), timed
