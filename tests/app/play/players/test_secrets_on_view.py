"""Nothing hidden reaches the side on view: two games that differ only in blue's secrets look alike to red.

Blue lays its mine elsewhere, moves its concealed unit elsewhere, and writes to itself in one of the games.
Every word that red can find in the window, and every pixel of the map and the panels, have to be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from msgspec import Struct, field
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.library.scenario_library import ScenarioLibrary
from app.main_window import MainWindow
from app.map.minimap import MiniMap
from app.report.statistics import read_game
from engine.referee.action import Action
from engine.referee.save import recorder
from tests.app.hands import Hands
from tests.app.play.players.test_hot_seat import take_over


class Secrets(Struct, frozen=True):
    """What blue keeps from red."""

    mine: str
    hideout: str
    comment: str = ""


MOST_NOISE = 12
"""Of 255 shades; a counter, a ring, a line or a letter that is somewhere else differs by far more."""
ONE = Secrets("0101", "0203", "ambush at 0203")
OTHER = Secrets("0504", "0304")


class Seen(Struct):
    """Everything red could read or look at, by occasion."""

    words: dict[str, list[str]] = field(default_factory=dict)
    map: dict[str, list[str]] = field(default_factory=dict)
    pictures: dict[str, QImage] = field(default_factory=dict)

    def look(self, hands: Hands, occasion: str) -> None:
        assert occasion not in self.words
        for _ in range(3):
            hands.qtbot.wait(1)
        self.words[occasion] = sorted(words_in(hands.window))
        self.map[occasion] = sorted(lying(hands))
        if hands.window.table.isVisible():
            self.pictures[occasion] = hands.window.table.map.viewport().grab().toImage()

    def look_at(self, hands: Hands, panel: QWidget, occasion: str) -> None:
        for small in hands.window.findChildren(MiniMap):
            hands.qtbot.waitUntil(lambda small=small: small.is_finished or small.visibleRegion().isEmpty())
        self.look(hands, occasion)
        self.pictures[f"{occasion}, itself"] = panel.grab().toImage()


def words_in(window: QWidget) -> Iterator[str]:
    yield window.windowTitle()
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or isinstance(widget.parent(), QLineEdit):
            continue  # Qt lets the button that clears a line fade in and out.
        yield from (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription())
        if isinstance(widget, QLabel | QAbstractButton | QLineEdit):
            yield widget.text()
        elif isinstance(widget, QPlainTextEdit):
            yield widget.toPlainText()
        elif isinstance(widget, QComboBox):
            yield from (widget.itemText(at) for at in range(widget.count()))
        elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
            yield from in_model(widget.model(), QModelIndex())


def in_model(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(model.rowCount(parent)):
        for column in range(model.columnCount(parent)):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(index.data(role) or "")
        yield from in_model(model, model.index(row, 0, parent))


def lying(hands: Hands) -> Iterator[str]:
    scene = hands.window.table.map.map_scene()
    assert scene is not None
    for place in scene.geometry.lattice.hexes:
        for thing in (*scene.counters.stack(place), *scene.counters.markers(place)):
            yield f"{place} {thing}"
    yield f"lit {sorted(scene.lit.hexes)}"


def do(hands: Hands, *spellings: str) -> None:
    """Act as whoever is at the table, through the hand-over screen if it is shown."""
    for spelling in spellings:
        if hands.window.hotseat.covered:
            take_over(hands)
            hands.window.replay.recap_bar.finish()
        assert hands.controller.act(Action.parse(spelling)), spelling


def red_looks_around(hands: Hands, secrets: Secrets) -> Seen:
    """A turn of blue in secret, then everything that red can open."""
    seen, window = Seen(), hands.window
    window.preferences.set(animation="off")
    window.actions_by_key["hot_seat"].setChecked(True)
    do(hands, "mine hex 0404", f"mine hex {secrets.mine}", "storm", "hold", "pass", "pass")
    take_over(hands)
    window.replay.recap_bar.finish()
    seen.look(hands, "the first movement of red")
    do(hands, "end", "end")
    seen.look(hands, "the hand-over screen before blue")
    take_over(hands)
    window.replay.recap_bar.finish()
    do(hands, "select unit BX", f"move hex {secrets.hideout}")
    hands.click_hex(secrets.hideout)
    window.docks["bookmarks"].raise_()
    if secrets.comment:
        window.actions_by_key["bookmark"].trigger()
        hands.qtbot.keyClicks(window.hotseat.notebook.panel.text, secrets.comment)
    do(hands, *(["cancel"] if window.table.controller.way_out() else []))
    do(hands, "end", "end", "send_back unit R1")
    seen.look(hands, "the hand-over screen before red")
    take_over(hands)
    bar = window.replay.recap_bar
    step = 0
    while bar.running:
        seen.look(hands, f"recap {step}")
        hands.qtbot.mouseClick(bar.next, Qt.MouseButton.LeftButton)
        step += 1
    assert step, "something is told"
    for dock in window.docks.values():
        dock.show()
        dock.raise_()
        seen.look_at(hands, dock.widget(), f"red's table with {dock.objectName()}")
    for place in (ONE.hideout, OTHER.hideout, ONE.mine, OTHER.mine, "0303"):
        hands.click_hex(place)
        seen.look(hands, f"red points at {place}")
        window.table.note.hide()
    window.docks["log"].raise_()
    for wanted in ("BX", "mine", "02", "03", "secret"):
        hands.qtbot.keyClicks(window.table.log.search, wanted)
        seen.look(hands, f"red searches the log for {wanted}")
        window.table.log.search.clear()
    window.actions_by_key["replay"].trigger()
    for step_number in range(len(hands.controller.session) + 1):
        window.replay.replay_bar.go(step_number)
        seen.look(hands, f"step {step_number}")
    window.replay.replay_bar.leave()
    window.actions_by_key["statistics"].trigger()
    page = window.report_actions.page
    hands.qtbot.waitUntil(lambda: not page.is_counting and not page._drawing.isActive())
    seen.words["statistics"] = sorted(words_in(window))
    return seen


@pytest.fixture
def seen(qtbot: QtBot) -> tuple[Seen, Seen]:
    """The same walk through two windows, one after the other."""
    found = []
    for secrets in (ONE, OTHER):
        window = MainWindow("light", remember=False)
        qtbot.addWidget(window)
        window.table.map.patient = True
        window.resize(1280, 800)
        window.set_library(ScenarioLibrary())
        with qtbot.waitExposed(window):
            window.show()
        window.actions_by_key["hot_seat"].setChecked(False)
        hands = Hands(window, qtbot)
        hands.sit_down()
        found.append(red_looks_around(hands, secrets))
        window.close()
    return found[0], found[1]


def shades(image: QImage) -> np.ndarray:
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    return np.array(plain.constBits(), dtype=np.int16)


def alike(one: QImage, other: QImage) -> bool:
    """The same to any eye: where the map was zoomed before leaves a trace of rounding, and nothing more."""
    return one.size() == other.size() and int(np.abs(shades(one) - shades(other)).max()) <= MOST_NOISE


def test_red_finds_no_trace_of_what_blue_hides(seen: tuple[Seen, Seen]) -> None:
    one, other = seen
    assert one.words.keys() == other.words.keys() and len(one.words) > 30
    for occasion, words in one.words.items():
        assert Counter(words) == Counter(other.words[occasion]), occasion
    for occasion in one.map:
        if "blue" not in occasion:
            assert one.map[occasion] == other.map[occasion], occasion
    everything = " ".join(word for words in one.words.values() for word in words)
    assert ONE.comment not in everything
    drawn = [o for o in one.pictures if not alike(one.pictures[o], other.pictures[o])]
    assert drawn == [], "these look different"


def test_the_look_around_would_find_something(hands: Hands) -> None:
    """The same eyes on the open table see where the concealed unit is."""
    hands.window.actions_by_key["hot_seat"].setChecked(False)
    do(hands, "mine hex 0404")
    eyes = Seen()
    eyes.look(hands, "blue's own table")
    assert any("BX" in line for line in eyes.map["blue's own table"])
    assert not eyes.pictures["blue's own table"].isNull()


@pytest.mark.parametrize("viewing_side", ["red", "blue"])
def test_the_figures_of_a_side_do_not_follow_the_other_side_s_secrets(
    hands: Hands, viewing_side: str
) -> None:
    found = []
    for secrets in (ONE, OTHER):
        hands.sit_down()
        do(hands, "mine hex 0404", f"mine hex {secrets.mine}", "storm", "hold", "pass", "pass", "end", "end")
        do(hands, "select unit BX", f"move hex {secrets.hideout}", "cancel" if can_cancel(hands) else "end")
        session = hands.controller.session
        found.append(read_game(recorder(session), session.game, viewing_side, lambda *_: None))
    assert (found[0] == found[1]) == (viewing_side == "red"), "blue knows its own"


def can_cancel(hands: Hands) -> bool:
    return hands.controller.way_out() is not None


def test_a_tooltip_is_a_word_too(hands: Hands) -> None:
    label = QLabel("x", hands.window)
    label.setToolTip("BX is in 0203")
    label.show()
    label.move(QPoint(0, 0))
    assert "BX is in 0203" in set(words_in(hands.window))
