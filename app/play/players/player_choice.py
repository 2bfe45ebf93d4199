"""The box in which one chooses who plays a side: a person, or a bot with its character and level."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox

from engine.bots.names import is_known, names, title_of


def player_choice(side_title: str, chosen: str = "") -> QComboBox:
    """A box with a person and all bots; its data is the name of the bot, empty for a person."""
    box = QComboBox()
    box.setAccessibleName(f"Player of {side_title}")
    box.addItem("Person", "")
    box.insertSeparator(1)
    known = names()
    if chosen and chosen not in known and is_known(chosen):
        known = (chosen, *known)
    for name in known:
        box.addItem(f"Bot: {title_of(name)}", name)
        tip = (
            "Takes any legal action at random"
            if name == "random"
            else "Knows what its side may know; judges by victory conditions, strength and objectives"
        )
        box.setItemData(box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    return box
