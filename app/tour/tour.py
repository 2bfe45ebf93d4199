"""Saves screenshots of the windows, without a display if necessary."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Set
from contextlib import contextmanager
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from engine.bad_input import BadInput
from engine.referee.seat import Seat

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QApplication, QWidget

    from app.library.scenario_library import Card
    from app.main_window import MainWindow
    from engine.referee.session import Session

SIZES: Final = ((1280, 800), (1920, 1080))
THEMES: Final = ("light", "dark")
SEED: Final = "tour"
ENOUGH_ACTIONS: Final = 14
MOST_ACTIONS: Final = 200
SHORT_TOUR: Final = {
    *(
        "start",
        "table",
        "move",
        "why-not",
        "fan",
        "overlays-1",
        "hand-over",
        "replay",
        "combat",
        "combat-rolled",
    ),
    *("statistics", "orders", "guide", "rules", "charts", "example", "palette", "editor-empty", "editor"),
    *("editor-forces", "editor-victory", "lab", "lab-map", "import", "print-map", "print-counters"),
}
"""The screenshots of the short tour."""
PAUSE_MS: Final = 150
HANDBOOK_WIDTH_PX: Final = 960
JPEG_QUALITY: Final = 72
PNG_QUALITY: Final = 80
"""Of 100, which means uncompressed: a tenth larger than the smallest files, and written in half the time."""


def tour(
    folder: Path, catalogue: str | None = None, everything: bool = False, text_percent: int = 100
) -> list[Path]:
    """Save the short tour, or every screen in both themes and sizes; returns the files."""
    with _touring(folder) as app:
        return list(_pictures(app, folder, catalogue, everything, text_percent))


def take_pictures(folder: Path, names: Set[str]) -> dict[str, Path]:
    """Save the screens with these names as NAME.jpg, for the handbook; returns those that were found."""
    from PySide6.QtCore import Qt

    taken = {}
    with _touring(folder) as app:
        for name, window in _screens(app, None, THEMES[0], *SIZES[0]):
            if name in names:
                width = min(window.width(), HANDBOOK_WIDTH_PX)
                picture = window.grab().scaledToWidth(width, Qt.TransformationMode.SmoothTransformation)
                taken[name] = _saved(picture, folder / f"{name}.jpg", "JPEG", JPEG_QUALITY)
    return taken


@contextmanager
def _touring(folder: Path) -> Iterator[QApplication]:
    from app.startup.gui_thread_gc import automatic_collection_off, collect_by_timer

    app = _application()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"{folder} cannot be used for pictures: {error.strerror or error}; name another folder"
        ) from None
    with automatic_collection_off(), _without_offscreen_warnings():
        collector = collect_by_timer(app)
        try:
            yield app
        finally:
            collector.stop()


def _saved(picture: QPixmap, path: Path, form: str, quality: int) -> Path:
    if not picture.save(str(path), form, quality):
        raise BadInput(f"{path} cannot be written; name another folder")
    return path


@contextmanager
def _without_offscreen_warnings() -> Iterator[None]:
    """Suppress Qt's warnings about features that the offscreen platform does not support."""
    from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

    def show(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if not text.startswith("This plugin does not support"):
            sys.stderr.write(f"{text}\n")

    before = qInstallMessageHandler(show)
    try:
        yield
    finally:
        qInstallMessageHandler(before)


def _pictures(
    app: QApplication, folder: Path, catalogue: str | None, everything: bool, text_percent: int
) -> Iterator[Path]:
    themes, sizes = (THEMES, SIZES) if everything else (THEMES[:1], SIZES[:1])
    for choice, (width, height) in product(themes, sizes):
        for name, window in _screens(app, catalogue, choice, width, height, text_percent):
            if everything or name in SHORT_TOUR:
                path = folder / f"{name}-{choice}-{width}x{height}.png"
                yield _saved(window.grab(), path, "PNG", PNG_QUALITY)


def _application() -> QApplication:
    """The application, offscreen where there is no display."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    return app


def _screens(
    app: QApplication, catalogue: str | None, choice: str, width: int, height: int, text_percent: int = 100
) -> Iterator[tuple[str, QWidget]]:
    """The windows one after another, each ready for its screenshot."""
    from app.library.scenario_library import ScenarioLibrary
    from app.main_window import MainWindow
    from app.tour import (
        correction_shots,
        decision_shots,
        editor_shots,
        game_shots,
        help_shots,
        hotseat_shots,
        map_shots,
        panel_shots,
        report_shots,
        result_shots,
        widget_shots,
    )

    window = MainWindow(choice, remember=False)
    window.resize(width, height)
    window.table.map.patient = window.start.card.picture.patient = True
    window.preferences.set(animation="off", text_scale=text_percent)
    window.set_library(ScenarioLibrary.open(catalogue))
    window.show()
    _settle(app)
    yield "start", window
    # A scenario of several turns: in one turn of a training scenario only one side may act.
    card = next((card for card in window.library.cards() if card.playable and card.turns > 1), None)
    if card is not None:
        window.actions_by_key["hot_seat"].setChecked(False)
        yield from _table(app, window, card)
        playable = [card for card in window.library.cards() if card.playable]
        yield from game_shots.screens(window, playable, lambda: _settle(app))
        yield from map_shots.screens(window, playable, lambda: _settle(app))
        yield from hotseat_shots.screens(window, lambda: _settle(app))
        yield from correction_shots.screens(window, lambda: _settle(app))
        yield from result_shots.screens(window, playable, lambda: _settle(app))
        yield from report_shots.screens(window, playable, lambda: _settle(app))
        yield from panel_shots.screens(window, playable, lambda: _settle(app))
        yield from decision_shots.screens(window, playable, lambda: _settle(app))
        yield from help_shots.screens(window, lambda: _settle(app))
    yield from editor_shots.screens(window, lambda: _settle(app))
    yield from widget_shots.screens(window.look, lambda: _settle(app))
    window.close()
    window.deleteLater()
    _settle(app)


def _table(app: QApplication, window: MainWindow, card: Card) -> Iterator[tuple[str, QWidget]]:
    """A game in progress: a decision, the preview of a move, an explained refusal."""
    from app.window.shortcut_list import ShortcutList

    window.game.play(_in_the_middle(window.library.set_up(card, seed=SEED)))
    controller, table = window.table.controller, window.table
    assert controller is not None
    rest(window)
    yield "table", window
    lit = sorted(controller.lit_hexes())
    if lit and table.printed_map is not None:
        table.map.hex_hovered.emit(lit[-1], table.printed_map.geometry.centre(lit[-1]))
        _settle(app)
        yield "move", window
    closed = _unlit_place(window)
    if closed and table.printed_map is not None:
        table.map.hex_clicked.emit(closed, table.printed_map.geometry.centre(closed))
        _settle(app)
        yield "why-not", window
    keys = ShortcutList(window)
    keys.show()
    _settle(app)
    yield "keys", keys
    keys.close()


def _in_the_middle(session: Session) -> Session:
    """Play at random for a while, until there is a choice of hexes to move to."""
    chance = Random(SEED)
    for _ in range(MOST_ACTIONS):
        side = session.deciding_side
        if side is None:
            break
        seat = Seat(session, side)
        legal = seat.legal()
        previews = (seat.preview(action) for action in legal if action.kind == "hex")
        ways = sum(preview is not None and bool(preview.path) for preview in islice(previews, 8))
        if len(session) >= ENOUGH_ACTIONS and ways >= 2:
            break
        session.submit(side, chance.choice(legal))
    return session


def _unlit_place(window: MainWindow) -> str:
    """A hex without possible actions, preferably with a counter."""
    controller, printed_map = window.table.controller, window.table.printed_map
    if controller is None or printed_map is None:
        return ""
    occupied = [
        counter.place for counter in controller.view.counters if printed_map.geometry.is_hex(counter.place)
    ]
    for place in (*occupied, *printed_map.geometry.lattice.hexes):
        if not controller.offers_at(place) and controller.why_not(place):
            return place
    return ""


def _settle(app: QApplication) -> None:
    for _ in range(4):
        app.processEvents()


def rest(window: QWidget) -> None:
    """Wait: new panels are loaded after their first paint, and get their tabs and text size later."""
    from PySide6.QtCore import QEventLoop, QTimer

    from app.settings.preferences import hidden_widget_queue
    from app.theme.theme import application

    window.grab()
    loop = QEventLoop()
    QTimer.singleShot(PAUSE_MS, loop.quit)
    loop.exec()
    app = application()
    hidden_widget_queue(app).finish()
    _settle(app)
