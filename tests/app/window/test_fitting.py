"""No text is cut off: every screen of the tour at 1280 by 800, with text as usual and half as large again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QDockWidget,
    QHeaderView,
    QLabel,
    QPushButton,
    QRadioButton,
    QTabBar,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window import MainWindow
from app.play.history.recap import RecapStep
from app.theme.theme import HEADLINE, enlarge
from app.tour import tour
from engine.referee.event import Event
from tests.app.hands import Hands
from tests.app.window.test_main_window import unnamed

ELIDES = "elides"
"""Property of a widget that shortens its own text on purpose and tells it whole elsewhere."""
SLACK = 2


def visible(root: QWidget, kind: type) -> Iterator[QWidget]:
    found = [root, *root.findChildren(QWidget)]
    behind = [dock for dock in root.findChildren(QDockWidget) if dock.visibleRegion().isEmpty()]
    return (
        widget
        for widget in found
        if isinstance(widget, kind)
        and widget.isVisible()
        and not any(dock.isAncestorOf(widget) for dock in behind)
    )


def cut_labels(root: QWidget) -> Iterator[str]:
    for label in visible(root, QLabel):
        assert isinstance(label, QLabel)
        if not label.text() or label.property(ELIDES):
            continue
        if label.wordWrap():
            fits = label.height() + SLACK >= label.heightForWidth(label.width())
        else:
            wanted = label.sizeHint()
            fits = label.width() + SLACK >= wanted.width() and label.height() + SLACK >= wanted.height()
        if not fits:
            yield f"label {label.accessibleName()!r}: {label.text()[:60]!r} in {label.size().toTuple()}"


def cut_buttons(root: QWidget) -> Iterator[str]:
    for button in visible(root, QAbstractButton):
        assert isinstance(button, QAbstractButton)
        if not button.text() or not isinstance(button, QPushButton | QToolButton | QCheckBox | QRadioButton):
            continue
        if isinstance(button, QToolButton) and not shows_text(button):
            continue
        metrics = button.fontMetrics()
        width = metrics.size(Qt.TextFlag.TextShowMnemonic, button.text()).width()
        if isinstance(button, QCheckBox | QRadioButton):
            fits = button.width() + SLACK >= button.sizeHint().width()
        else:
            fits = button.width() >= width + 6
        if not fits or button.height() < metrics.height():
            yield f"button {button.text()!r} in {button.size().toTuple()}, text {width}"


def shows_text(button: QToolButton) -> bool:
    return button.toolButtonStyle() != Qt.ToolButtonStyle.ToolButtonIconOnly or button.icon().isNull()


def cut_headers(root: QWidget) -> Iterator[str]:
    for header in visible(root, QHeaderView):
        assert isinstance(header, QHeaderView)
        for section in (n for n in range(header.count()) if not header.isSectionHidden(n)):
            text = str(header.model().headerData(section, header.orientation()) or "")
            if header.orientation() == Qt.Orientation.Horizontal:
                widest = max(
                    (header.fontMetrics().horizontalAdvance(w) for w in text.splitlines()), default=0
                )
                if header.sectionSize(section) < widest + 4:
                    yield f"column {text!r} in {header.sectionSize(section)}"


def cut_tabs(root: QWidget) -> Iterator[str]:
    for bar in visible(root, QTabBar):
        assert isinstance(bar, QTabBar)
        if bar.x() < 0:
            continue
        for at in range(bar.count()):
            wanted = bar.fontMetrics().horizontalAdvance(bar.tabText(at).replace("&", "")) + 18
            if bar.isTabVisible(at) and bar.tabRect(at).width() < wanted:
                yield f"tab {bar.tabText(at)!r} in {bar.tabRect(at).width()}, text {wanted}"


def too_large(root: QWidget) -> Iterator[str]:
    if root.width() > 1280 or root.height() > 800:
        yield f"the window itself is {root.width()} by {root.height()}"


@pytest.mark.parametrize("percent", [100, 150])
def test_no_text_is_cut_off(qapp: QApplication, monkeypatch: pytest.MonkeyPatch, percent: int) -> None:
    set_library, seen, wrong = MainWindow.set_library, set(), []

    def with_large_text(window: MainWindow, library: object) -> None:
        window.preferences.set(text_scale=percent)
        set_library(window, library)  # type: ignore[arg-type]

    monkeypatch.setattr(MainWindow, "set_library", with_large_text)
    try:
        for name, window in tour._screens(qapp, None, "light", 1280, 800):
            seen.add(name)
            for find in (cut_labels, cut_buttons, cut_headers, cut_tabs):
                wrong += [f"{name}: {found}" for found in find(window)]
            wrong += [f"{name}: {found}" for found in too_large(window)]
            wrong += [f"{name}: no name for {found}" for found in unnamed(window)]
    finally:
        tour_font(qapp)
    assert {"start", "table", "combat", "rules", "charts", "statistics", "hand-over", "replay"} <= seen
    assert wrong == [], "\n".join(dict.fromkeys(wrong))


def tour_font(app: QApplication) -> None:
    """Text as large as it was before."""
    from app.settings.preferences import scale_text

    scale_text(app, 100)


def test_headlines_grow_with_the_text(window: MainWindow, qtbot: QtBot) -> None:
    """Those that are there already, and those that are made afterwards."""
    headline = next(label for label in window.start.findChildren(QLabel) if label.objectName() == "headline")
    before = headline.font().pointSizeF()
    window.preferences.set(text_scale=150)
    try:
        qtbot.waitUntil(lambda: headline.font().pointSizeF() == pytest.approx(1.5 * before), timeout=20_000)
        later = QLabel("x")
        enlarge(later, HEADLINE)
        assert later.font().pointSizeF() == pytest.approx(1.5 * before)
        assert headline.fontMetrics().height() > 1.4 * QFontMetrics(QApplication.font()).height()
    finally:
        tour_font(QApplication.instance())  # type: ignore[arg-type]
    assert headline.font().pointSizeF() == pytest.approx(before)


def test_what_is_told_does_not_push_the_panels_aside(hands: Hands, qtbot: QtBot) -> None:
    """At 150 % a title that insisted on its width made the column beside the map narrower, for good."""
    window = hands.window
    window.preferences.set(text_scale=150)
    try:
        hands.reach_movement()
        qtbot.wait(1)
        before = window.docks["log"].width()
        bar = window.replay.recap_bar
        bar.begin("Germany", "#5f7050", [RecapStep(1, (Event("Told", "Something happened"),))])
        qtbot.wait(1)
        assert bar.isVisible() and window.docks["log"].width() == before
    finally:
        tour_font(QApplication.instance())  # type: ignore[arg-type]
