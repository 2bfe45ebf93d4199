"""Widgets of several dialogs."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog

from editor.window.dialog_widgets import resize_within


def test_a_dialogue_keeps_its_buttons_on_a_small_screen(qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    screen = SimpleNamespace(availableSize=lambda: QSize(1024, 700))
    monkeypatch.setattr(dialog, "screen", lambda: screen)
    resize_within(dialog, QSize(1080, 720))
    assert dialog.width() <= 1024 and dialog.height() <= 660
    resize_within(dialog, QSize(400, 300))
    assert dialog.size() == QSize(400, 300)
