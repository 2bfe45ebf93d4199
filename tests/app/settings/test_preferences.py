"""Preferences: kept from day to day, obeyed at once, and never a stumbling block."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QTextBrowser, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.main_window import MainWindow
from app.settings.preferences import (
    LARGEST_PERCENT,
    Preferences,
    PreferenceValues,
    hidden_widget_queue,
    scale_text,
)
from app.settings.preferences_dialog import PreferencesDialog
from app.settings.settings_store import SettingsStore
from app.theme import theme
from tests.app.hands import Hands
from tests.app.window.test_main_window import unnamed


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[QSettings]:
    """Settings of a user who has none yet."""
    before = QSettings("startline", "startline").fileName()
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(tmp_path))
    found = QSettings("startline", "startline")
    assert Path(found.fileName()).is_relative_to(tmp_path)
    yield found
    home = Path(before).parent.parent
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(home))


@pytest.fixture(autouse=True)
def usual_text(qapp: QApplication) -> Iterator[None]:
    yield
    scale_text(qapp, 100)


def ok(dialog: PreferencesDialog):
    box = dialog.findChild(QDialogButtonBox)
    assert box is not None
    return box.button(QDialogButtonBox.StandardButton.Ok)


def test_preferences_are_there_the_next_day(settings: QSettings) -> None:
    today = Preferences(SettingsStore())
    assert today.chosen == PreferenceValues()
    today.set(theme="dark", text_scale=150, remind=False, hand_over=False, animation="fast")
    settings.sync()
    tomorrow = Preferences(SettingsStore())
    assert tomorrow.chosen == PreferenceValues(
        theme="dark", text_scale=150, remind=False, hand_over=False, animation="fast"
    )
    assert tomorrow.chosen.duration < PreferenceValues().duration


def test_the_hand_over_screen_is_stored_under_its_former_name(settings: QSettings) -> None:
    settings.setValue("curtain", "no")
    assert not Preferences(SettingsStore()).chosen.hand_over


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "purple"),
        ("text_scale", "ten"),
        ("text_scale", "9999"),
        ("text_scale", "-100"),
        ("remind", "perhaps"),
        ("animation", ""),
    ],
)
def test_a_setting_that_makes_no_sense_is_passed_over(settings: QSettings, name: str, value: str) -> None:
    settings.setValue(name, value)
    settings.sync()
    assert Preferences(SettingsStore()).chosen == PreferenceValues()


def test_nothing_changes_before_ok(window: MainWindow, qtbot: QtBot) -> None:
    preferences = window.preferences
    window.preference_actions.show_preferences()
    dialog = window.findChild(PreferencesDialog)
    assert dialog is not None
    dialog.theme.setCurrentIndex(dialog.theme.findData("dark"))
    assert not window.look.night
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not window.look.night
    assert preferences.chosen.theme == "light"


def test_ok_obeys_at_once(hands: Hands, qtbot: QtBot, qapp: QApplication) -> None:
    window = hands.window
    usual = qapp.font().pointSizeF()
    window.actions_by_key["hot_seat"].setChecked(True)
    assert window.hotseat.hot_seat and not window.look.night, "one preference leaves the others alone"
    window.preference_actions.show_preferences()
    dialog = window.findChild(PreferencesDialog)
    assert dialog is not None
    qtbot.keyClicks(dialog.theme, "Dark")
    qtbot.keyClick(dialog.scale, Qt.Key.Key_End)
    for box in (dialog.remind, dialog.hand_over):
        box.setFocus()
        qtbot.keyClick(box, Qt.Key.Key_Space)
    dialog.animation.setCurrentIndex(dialog.animation.findData("off"))
    qtbot.mouseClick(ok(dialog), Qt.MouseButton.LeftButton)
    assert window.look.night
    assert [action.data() for action in window.menus.themes.actions() if action.isChecked()] == ["dark"]
    qtbot.waitUntil(
        lambda: qapp.font().pointSizeF() == pytest.approx(usual * LARGEST_PERCENT / 100), timeout=20_000
    )
    assert window.table.bar._prompt.font().pointSizeF() == pytest.approx(usual * LARGEST_PERCENT / 100)
    assert not window.table.remind and not window.actions_by_key["remind"].isChecked()
    assert not window.hotseat.hot_seat
    assert window.pointer.breath == 0


def test_the_menu_and_the_form_are_of_one_mind(window: MainWindow, qtbot: QtBot) -> None:
    remind = window.actions_by_key["remind"]
    before = remind.isChecked()
    remind.setEnabled(True)
    remind.trigger()
    assert window.preferences.chosen.remind is not before
    window.set_theme("dark")
    dialog = _dialog(window)
    assert dialog.theme.currentData() == "dark"
    assert dialog.remind.isChecked() is not before


def test_as_shipped_fills_the_form_only(window: MainWindow, qtbot: QtBot) -> None:
    window.preferences.set(text_scale=150, animation="slow")
    dialog = _dialog(window)
    assert dialog.scale.value() * 25 == 150
    qtbot.mouseClick(dialog.defaults, Qt.MouseButton.LeftButton)
    assert dialog.scale.value() * 25 == 100 and dialog.animation.currentData() == "normal"
    assert window.preferences.chosen.text_scale == 150


def _dialog(window: MainWindow) -> PreferencesDialog:
    window.preference_actions.show_preferences()
    dialog = window.findChild(PreferencesDialog)
    assert dialog is not None
    return dialog


def test_everything_in_the_form_has_a_name(window: MainWindow) -> None:
    assert unnamed(_dialog(window)) == []


def test_large_text_still_fits_the_window(hands: Hands, qtbot: QtBot) -> None:
    window = hands.window
    hands.reach_movement()
    window.preferences.set(text_scale=150)
    window.rules.show_rules()
    qtbot.wait(1)
    assert window.width() <= 1280 and window.height() <= 800
    panels: list[QWidget] = [window.table.bar, window.rules.rules_dock, window.table.map]
    for panel in panels:
        corner = panel.mapTo(window, panel.rect().bottomRight())
        assert window.rect().contains(corner), panel.accessibleName()
    assert window.table.map.width() >= 300, "there is still a map"


def test_what_is_out_of_sight_grows_in_turn(qapp: QApplication, qtbot: QtBot) -> None:
    """What is seen has its new letters at once, the rest between the events of the window."""
    seen, unseen, gone = QLabel("seen"), QLabel("unseen"), QLabel("gone")
    for label in (seen, unseen, gone):
        label.setProperty(theme.FACTOR, 2.0)
    qtbot.addWidget(seen)
    qtbot.addWidget(unseen)
    seen.show()
    usual = qapp.font().pointSizeF()
    scale_text(qapp, 150)
    assert seen.font().pointSizeF() == pytest.approx(3.0 * usual)
    assert unseen.font().pointSizeF() < 3.0 * usual
    Shiboken.delete(gone)
    qtbot.waitUntil(lambda: not hidden_widget_queue(qapp).is_busy, timeout=20_000)
    assert unseen.font().pointSizeF() == pytest.approx(3.0 * usual)


def test_larger_text_gets_a_wider_column(hands: Hands) -> None:
    window = hands.window
    window.resize(1280, 800)
    window.page_switch.arrange_docks()
    narrow = window.docks["inspector"].width()
    window.preferences.set(text_scale=150)
    hands.qtbot.waitUntil(lambda: window.docks["inspector"].width() > narrow, timeout=20_000)
    wide = window.docks["inspector"].width()
    window.resizeDocks([window.docks["inspector"]], [narrow], Qt.Orientation.Horizontal)
    hands.qtbot.wait(1)
    window.preferences.set(animation="slow")
    hands.qtbot.wait(1)
    assert window.docks["inspector"].width() < wide, "what has nothing to do with text moves no panel"


def test_links_follow_the_theme(window: MainWindow, qtbot: QtBot) -> None:
    label, page = QLabel("Rule <a href='case:1'>WWWWWWWW</a>"), QTextBrowser()
    page.setHtml(
        "<p>Plain, then <a href='case:1'>a link</a></p><table><tr><td><a href='x'>y</a></td></tr></table>"
    )
    for widget in (label, page):
        qtbot.addWidget(widget)
        widget.show()
    window.set_theme("dark")
    qtbot.waitUntil(lambda: not theme.restyler(theme.application()).is_busy)
    wanted = QColor(theme.DARK.accent)
    block, colours = page.document().begin(), []
    while block.isValid():
        for part in block.textFormats():
            if part.format.isAnchor():
                colours.append(part.format.foreground().color().name())
        block = block.next()
    assert colours == [wanted.name()] * 2
    picture = label.grab().toImage()
    seen = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert wanted.name() in seen
