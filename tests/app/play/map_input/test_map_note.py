"""The card on the edge of the map is as large as what is written on it."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.map.map_view import MapView
from app.play.map_input.map_note import TableNote
from app.play.targets import WhyNot
from engine.referee.refusal import Refusal


def test_few_words_take_little_room_after_many(qtbot: QtBot) -> None:
    table = MapView()
    table.resize(800, 600)
    qtbot.addWidget(table)
    note = TableNote(table)
    note.tell("Halt.")
    small = note.size()
    reasons = tuple(Refusal("1.1", f"the {number}th of many reasons against it") for number in range(12))
    note.explain([WhyNot("March to 1411", reasons)], "1411")
    assert note.width() > small.width() and note.height() > 3 * small.height()
    note.tell("Halt.")
    assert note.size() == small
    assert note.geometry().bottom() < table.height() and note.y() > table.height() // 2
