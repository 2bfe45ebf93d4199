"""Two programs from their start to a map on the screen of the same virtual X server: Startline and Tiled.

Both are measured to the answer to a real click on the map: here the inspector tells what lies there, in Tiled
the status bar does. Startline is measured to a picture of the map that no longer changes, too.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from struct import unpack_from
from time import perf_counter, sleep

from tests.benchmarks.timing import CannotMeasure, Sampler

ROOT = Path(__file__).parents[2]
SCREEN = (1280, 800)
MIDDLE = (340, 250, 480, 320)
"""The part of the screen that is watched: left, top, width, height."""
INSPECTOR = (960, 95, 300, 60)
"""Where Startline tells what lies in the hex that was clicked."""
STATUS_BAR = (118, 704, 66, 22)
"""Where Tiled does."""
CLICKED = (570, 413)
AGAIN = 0.05
"""Seconds after which a click that nobody has answered is repeated."""
STILL = 3.0
"""Seconds without a change after which a picture is the last one."""
TOO_LONG = 60.0
ALIKE = 0.95


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise CannotMeasure(f"skipped: {name} is not installed")
    return found


class Screen:
    """The picture in the memory of an X server, read from the file that it keeps it in."""

    def __init__(self, folder: Path, display: str) -> None:
        self.display = display
        self._file = folder / "Xvfb_screen0"

    def part(self, area: tuple[int, int, int, int] = MIDDLE) -> list[bytes]:
        """The lines of a part: the one that is watched, if none is named."""
        left, top, width, height = area
        with self._file.open("rb") as picture:
            header = unpack_from(">20I", picture.read(80))
            start, stride = header[0] + header[19] * 12, header[12]
            lines = []
            for row in range(top, top + height):
                picture.seek(start + row * stride + left * 4)
                lines.append(picture.read(width * 4))
        return lines


@contextmanager
def screen(folder: Path) -> Iterator[Screen]:
    """A virtual X server of our own."""
    folder.mkdir(parents=True, exist_ok=True)
    reads, writes = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    command = [_program("Xvfb"), "-displayfd", str(writes), "-screen", "0", size]
    server = subprocess.Popen(
        [*command, "-nolisten", "tcp", "-fbdir", str(folder)],
        pass_fds=[writes],
        stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    try:
        with os.fdopen(reads) as answer:
            number = answer.readline().strip()
        if not number:
            raise CannotMeasure("skipped: Xvfb did not start")
        yield Screen(folder, f":{number}")
    finally:
        server.terminate()
        server.wait()


def _watched(folder: Path, command: list[str], done: Callable[[Screen, float], bool]) -> float:
    """Run a program, in a home without settings, until something can be seen; the seconds that took.

    The bytecode is kept from one run to the next, as it is where a program is installed.
    """
    home = folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    (home / "startline").mkdir(parents=True)
    (home / "startline" / "startline.conf").write_text("[General]\ncurtain=no\ntheme=light\n", "utf-8")
    with screen(folder / "screen") as shown:
        environment = os.environ | {
            "DISPLAY": shown.display,
            "QT_QPA_PLATFORM": "xcb",
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
            "XDG_DATA_HOME": str(home),
            "STARTLINE_HOME": str(home),
            "PYTHONPATH": str(ROOT),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
        }
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        began = perf_counter()
        program = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            while not done(shown, perf_counter() - began):
                if program.poll() is not None:
                    raise CannotMeasure(f"skipped: {Path(command[0]).name} ended before it showed a map")
                if perf_counter() - began > TOO_LONG:
                    raise CannotMeasure(f"skipped: {Path(command[0]).name} showed no map in a minute")
                sleep(0.01)
            return perf_counter() - began
        finally:
            program.terminate()
            program.wait()


class _Rest:
    """Waits until a part of the screen shows something and has come to rest."""

    def __init__(self, area: tuple[int, int, int, int] = MIDDLE) -> None:
        self._area = area
        self._since = 0.0
        self.picture: list[bytes] = []

    def __call__(self, shown: Screen, passed: float) -> bool:
        now = shown.part(self._area)
        if now != self.picture:
            self.picture, self._since = now, passed
        return passed - self._since > STILL and _shows_something(now)


def _shows_something(picture: list[bytes]) -> bool:
    return len(set(picture)) > len(picture) / 4


def _alike(one: list[bytes], other: list[bytes]) -> bool:
    return sum(now == then for now, then in zip(one, other, strict=True)) >= ALIKE * len(one)


def _until_settled(folder: Path, command: list[str]) -> Sampler:
    """From the start to a picture that is as good as the one it comes to rest with."""
    folder.mkdir(parents=True, exist_ok=True)
    rest = _Rest()
    _watched(folder, command, rest)
    return lambda: _watched(folder, command, lambda shown, _: _alike(shown.part(), rest.picture))


def _until_answered(folder: Path, command: list[str], panel: tuple[int, int, int, int]) -> Sampler:
    """From the start to the answer to a click on the map: a panel tells what lies there."""
    folder.mkdir(parents=True, exist_ok=True)
    before, after = _Rest(), _Rest(panel)

    def rehearsal(shown: Screen, passed: float) -> bool:
        if not before(shown, passed):
            return False
        if not after.picture:
            click(shown)
        return after(shown, passed)

    _watched(folder, command, rehearsal)

    def sample() -> float:
        clicked = -AGAIN

        def answered(shown: Screen, passed: float) -> bool:
            nonlocal clicked
            if not _shows_something(shown.part()):
                return False
            if passed - clicked >= AGAIN:
                click(shown)
                clicked = passed
            return _alike(shown.part(panel), after.picture)

        return _watched(folder, command, answered)

    return sample


def click(shown: Screen) -> None:
    """A click of the mouse, as the X server reports it."""
    x, y = map(str, CLICKED)
    subprocess.run(
        [_program("xdotool"), "mousemove", x, y, "click", "1"],
        env=os.environ | {"DISPLAY": shown.display},
        check=True,
    )


@cache
def _map_size() -> tuple[int, int]:
    """Columns and rows of about as many hexes as the largest shipped scenario has."""
    from engine.catalogue.scenario_text import loads
    from tests.benchmarks.bench_map_table import largest_scenario

    hexes = len(loads(largest_scenario().text).map.terrain)
    columns = round(hexes**0.5)
    return columns, round(hexes / columns)


def _large_save(folder: Path) -> Path:
    """A saved game of the largest shipped scenario."""
    from engine import games
    from engine.referee import save as saves
    from engine.referee.session import Session
    from tests.benchmarks.bench_map_table import largest_scenario

    start = largest_scenario()
    folder.mkdir(parents=True, exist_ok=True)
    save = folder / "large.startline"
    saves.write(saves.saved(Session.begin(games.game(start.game), start)), save)
    return save


def start_to_click(folder: Path) -> Sampler:
    """The program with a saved game of the largest shipped scenario, until a click on its map is answered."""
    _program("Xvfb")
    ours = folder / "startline"
    return _until_answered(ours, [sys.executable, "-m", "app", "open", str(_large_save(ours))], INSPECTOR)


def start_to_ground(folder: Path) -> Sampler:
    """The same, until the ground that is seen is painted in full."""
    _program("Xvfb")
    ours = folder / "startline"
    return _until_settled(ours, [sys.executable, "-m", "app", "open", str(_large_save(ours))])


def start_tiled(folder: Path) -> Sampler:
    """Tiled with a hex map of that size, until a click on it is answered."""
    tiled = _program("tiled")
    theirs = folder / "tiled"
    theirs.mkdir(parents=True, exist_ok=True)
    return _until_answered(theirs, [tiled, str(_tiled_map(theirs))], STATUS_BAR)


def _tiled_map(folder: Path) -> Path:
    from PySide6.QtGui import QColor, QImage

    from app.map.terrain.terrain_style import terrain_style
    from tests.benchmarks.bench_map import KINDS as TERRAIN

    image = QImage(56 * len(TERRAIN), 48, QImage.Format.Format_RGB32)
    for number, kind in enumerate(TERRAIN):
        for x in range(56):
            for y in range(48):
                image.setPixelColor(number * 56 + x, y, QColor(terrain_style(kind).fill))
    image.save(str(folder / "ground.png"))
    columns, rows = _map_size()
    ground = ",\n".join(
        ",".join(str((x * 7 + y * 3) // 5 % len(TERRAIN) + 1) for x in range(columns)) for y in range(rows)
    )
    path = folder / "map.tmx"
    path.write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.8" orientation="hexagonal" renderorder="right-down" width="{columns}" '
        f'height="{rows}" tilewidth="56" tileheight="48" infinite="0" hexsidelength="28" staggeraxis="x" '
        'staggerindex="even" nextlayerid="2" nextobjectid="1">\n'
        f'<tileset firstgid="1" name="ground" tilewidth="56" tileheight="48" tilecount="{len(TERRAIN)}" '
        f'columns="{len(TERRAIN)}"><image source="ground.png" width="{56 * len(TERRAIN)}" height="48"/>'
        f'</tileset>\n<layer id="1" name="ground" width="{columns}" height="{rows}">'
        f'<data encoding="csv">\n{ground}\n</data></layer>\n</map>\n',
        encoding="utf-8",
    )
    return path
