"""The screens of learning and finding, for the tour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Final

from app.rules.rule_library import RuleLibrary, rule_library
from app.settings.preferences_dialog import PreferencesDialog
from app.tutorial.lesson import Lesson
from engine import games

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.main_window import MainWindow

STEPS: Final = 4
LONGEST_WAIT: Final = 30.0
"""Seconds; the books and the minimap fill themselves between events."""


def screens(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """A lesson under way, a rule with its examples, a chart, a worked example, the palette, preferences."""
    help_docks = window.help_docks
    found = next((room for room in map(rule_library, games.keys()) if room.lesson_path() is not None), None)
    path = found.lesson_path() if found is not None else None
    if found is None or path is None:
        return
    room = found
    help_docks.teach(Lesson.load(path), keep=False)
    for _ in range(STEPS):
        help_docks.guide.do_next()
    settle()
    yield "guide", window
    help_docks.tutorial_dock.hide()
    help_docks.show_minimap()
    help_docks.show_rules()
    wait_until(settle, lambda: room.all_read and help_docks.minimap.is_finished)
    case = _telling_case(room)
    help_docks.show_case(case)
    settle()
    yield "rules", window
    chart = room.rulebook.case(case).chart
    help_docks.show_chart(chart if chart in room.charts else "")
    settle()
    yield "charts", window
    help_docks.show_case(case)
    if room.examples.get(case):
        help_docks.play_example(room.examples[case][0])
        help_docks.example.attempt()
        wait_until(settle, lambda: help_docks.minimap.is_finished)
        yield "example", window
        help_docks.example.stop()
    help_docks.guide.stop()
    help_docks.rules_window.hide()
    yield from _dialogs(window, settle)


def _dialogs(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    palette = window.help_docks.palette
    palette.ask()
    palette.line.setText("map")
    settle()
    yield "palette", palette
    palette.hide()
    preferences = PreferencesDialog(window.help_docks.preferences, window)
    preferences.show()
    settle()
    yield "preferences", preferences
    preferences.close()


def _telling_case(room: RuleLibrary) -> str:
    """A case with a ruling, a chart and an example, if there is one."""
    cases = room.rulebook.cases
    telling = (key for key, case in cases.items() if case.ruling and case.chart and room.examples.get(key))
    return next(telling, next(iter(cases)))


def wait_until(settle: Callable[[], None], until: Callable[[], bool]) -> None:
    end = monotonic() + LONGEST_WAIT
    while not until() and monotonic() < end:
        settle()
