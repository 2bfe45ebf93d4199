"""Pictures in the panel of boxes come a few at a time, and each beside its own line."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from app.map.counters.counter_art import Face
from app.play.panels import lazy_counter_icons
from app.play.panels.lazy_counter_icons import Pictures


@pytest.fixture
def tree(qtbot: QtBot) -> QTreeWidget:
    shown = QTreeWidget()
    qtbot.addWidget(shown)
    return shown


def line(tree: QTreeWidget) -> QTreeWidgetItem:
    item = QTreeWidgetItem(["a unit"])
    tree.addTopLevelItem(item)
    return item


def drawn(item: QTreeWidgetItem) -> set[str]:
    image = item.icon(0).pixmap(44, 44).toImage()
    return {image.pixelColor(x, y).name() for x in range(0, 44, 4) for y in range(0, 44, 4)}


def test_many_are_drawn_between_events(
    tree: QTreeWidget, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lazy_counter_icons, "SLICE", 0.0001)
    gallery = Pictures(tree)
    lines = [line(tree) for _ in range(20)]
    for number, item in enumerate(lines):
        gallery.hang(item, Face("#804020", name=str(number)))
    assert not gallery.all_hang and all(item.icon(0).availableSizes() for item in lines), "room is kept"
    assert all("#804020" not in drawn(item) for item in lines)
    qtbot.waitUntil(lambda: gallery.all_hang)
    assert all("#804020" in drawn(item) for item in lines)


def test_one_that_is_at_hand_hangs_at_once(tree: QTreeWidget, qtbot: QtBot) -> None:
    gallery, first, second = Pictures(tree), line(tree), line(tree)
    gallery.hang(first, Face("#804020"))
    qtbot.waitUntil(lambda: gallery.all_hang)
    gallery.hang(second, Face("#204080"))
    gallery.hang(second, Face("#804020"))
    assert gallery.all_hang and "#804020" in drawn(second), "the last that was wanted, and no other later"


def test_a_line_that_goes_meanwhile_is_left_alone(tree: QTreeWidget, qtbot: QtBot) -> None:
    gallery = Pictures(tree)
    gallery.hang(line(tree), Face("#804020"))
    tree.clear()
    qtbot.waitUntil(lambda: gallery.all_hang)
