"""What every test stands on: no screen, no user folder, the toy game at hand, no unexpected warning."""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from engine.referee.state import State, Table

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget
    from pytestqt.wait_signal import SignalBlocker

# A slow machine is no failure, and the same tree gives the same result each time; `make fuzz` searches anew.
settings.register_profile("startline", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile("startline")

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["STARTLINE_GAMES"] = "tests.toy"

PATIENCE = 60_000  # Milliseconds until what a test waits for is taken to be missing.
ROUNDS = 10  # Of the event loop, however little of them fits into a short wait.
ALL_EVERY = 50  # Tests, after which all is looked through for garbage.
MANY_YOUNG = 20_000  # Objects.
XVFB = shutil.which("Xvfb")
tests_run = 0


def why_no_window() -> str:
    """What this machine lacks to open a real window; empty if nothing."""
    if XVFB is None:
        return "Xvfb is not installed; make setup says how to get it"
    qt = importlib.util.find_spec("PySide6")
    assert qt is not None and qt.submodule_search_locations
    try:
        ctypes.CDLL(str(Path(qt.submodule_search_locations[0]) / "Qt/plugins/platforms/libqxcb.so"))
    except OSError as missing:
        return f"Qt cannot open windows here ({missing}); make setup says what to install"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a real window are skipped, with the reason, where there can be none."""
    windows = [item for item in items if item.get_closest_marker("xvfb")]
    if windows and (reason := why_no_window()):
        for item in windows:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing a test does reaches the data, settings or cache of the person who runs it."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATA", "CONFIG", "CACHE", "STATE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name.lower()))
        patch.delenv("STARTLINE_HOME", raising=False)
        runtime = home / "runtime"
        runtime.mkdir(mode=0o700)
        patch.setenv("XDG_RUNTIME_DIR", str(runtime))
        yield


@pytest.fixture(autouse=True)
def no_unexpected_warning(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning in the log fails the test; one that expects it looks at it and calls caplog.clear()."""
    yield
    said = [
        f"{record.name}: {record.getMessage()}"
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.WARNING
    ]
    assert not said, "unexpected log messages:\n" + "\n".join(said)


class PatientBot(QtBot):
    """Waits for what must come as long as a slow and busy machine may need, and holds what it was handed.

    A window that nobody holds may be taken for garbage. Python then takes its parts before Qt does, and an
    event that comes to one of them meanwhile ends the program.
    """

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        self._kept: list[QWidget] = []

    def addWidget(self, widget: QWidget, **how: Any) -> None:
        self._kept.append(widget)
        super().addWidget(widget, **how)

    def wait(self, ms: int) -> None:
        """So long, and then as many rounds as it may take until one thing has led to the next."""
        super().wait(ms)
        for _ in range(ROUNDS):
            QCoreApplication.processEvents()

    def waitUntil(self, callback: Callable[[], bool | None], *, timeout: int = PATIENCE) -> None:
        super().waitUntil(callback, timeout=timeout)

    def waitExposed(self, widget: QWidget, *, timeout: int = PATIENCE) -> Any:
        return super().waitExposed(widget, timeout=timeout)

    def waitSignal(self, signal: Any, *, timeout: int = PATIENCE, **how: Any) -> SignalBlocker:
        return super().waitSignal(signal, timeout=timeout, **how)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """Mouse, keys and patience."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def no_button_held() -> Iterator[None]:
    """A test lets go of the mouse: a button held in Qt's eyes turns every later movement into a drag."""
    yield
    if qt := sys.modules.get("PySide6.QtGui"):
        held = qt.QGuiApplication.mouseButtons()
        assert not held.value, f"{held} is still pressed"


@pytest.fixture(autouse=True)
def nothing_under_way() -> Iterator[None]:
    """What a test has set going beside the window ends with it."""
    yield
    if tasks := sys.modules.get("app.background.task"):
        for task in tasks.running_tasks():
            task.cancel()
            assert task.wait(30), "work goes on that cannot be called off"


@pytest.fixture(autouse=True)
def garbage_waits(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where there are windows, Python looks for garbage between the tests alone, as the program does at rest.

    In the midst of one it may do so while Qt deletes something, and then delete another thing that waits for
    the same lock for ever. What a test opened is not kept from being looked through when it has ended.
    """
    if "qapp" in request.fixturenames:
        gc.disable()
    else:
        gc.enable()
    yield
    gc.disable()
    gc.unfreeze()


def forget_derived_values() -> None:
    """Let positions that tests keep, for example of closed windows, drop what was derived from them.

    On the map of a continent that is much; it is found out again when it is asked for.
    """
    for found in gc.get_objects():
        if isinstance(found, State | Table):
            found.memo.clear()


def pytest_runtest_logfinish() -> None:
    """Between two tests: what is young now and then, and sometimes all of it."""
    global tests_run
    tests_run += 1
    if tests_run % ALL_EVERY == 0:
        gc.collect()
        forget_derived_values()
    elif gc.get_count()[0] > MANY_YOUNG:
        gc.collect(1)


@pytest.fixture(scope="session")
def x_display() -> Iterator[str]:
    """The name of a display on a virtual X server of our own, for tests marked xvfb."""
    assert XVFB is not None, "mark the test with pytest.mark.xvfb"
    reads, writes = os.pipe()
    command = [XVFB, "-displayfd", str(writes), "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.PIPE, text=True)
    os.close(writes)
    try:
        with os.fdopen(reads) as answer:
            number = answer.readline().strip()
        assert number, f"Xvfb did not start: {server.communicate()[1]}"
        yield f":{number}"
    finally:
        server.terminate()
        server.communicate()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MiB of its own, which a test can fill."""
    disk = tmp_path / "small-disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=2m,mode=0777", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mounting, capture_output=True).returncode != 0:
        pytest.skip("this user may not mount a disk to fill")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True, capture_output=True)
