"""Screenshots of the guide, the rules, examples, palette, handbook and preferences."""

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
LONGEST_WAIT_SECONDS: Final = 30.0
"""Limit for waiting until rules and minimap are loaded."""


def screens(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    """A guided game, a rule with examples, a chart, a worked example, the palette, preferences."""
    rules, tutorial, minimap, docks = window.rules, window.tutorial, window.minimap, window.left_docks
    found = next(
        (library for library in map(rule_library, games.keys()) if library.lesson_path() is not None), None
    )
    path = found.lesson_path() if found is not None else None
    if found is None or path is None:
        return
    library = found
    tutorial.teach(Lesson.load(path), keep=False)
    for _ in range(STEPS):
        tutorial.guide.do_next()
    settle()
    yield "guide", window
    docks.guide.hide()
    minimap.show()
    rules.show_rules()
    wait_until(settle, lambda: library.all_read and minimap.view.is_finished)
    case = _sample_case(library)
    rules.show_case(case)
    settle()
    yield "rules", window
    chart = library.rulebook.case(case).chart
    rules.show_chart(chart if chart in library.charts else "")
    settle()
    yield "charts", window
    rules.show_case(case)
    if library.examples.get(case):
        tutorial.play_example(library.examples[case][0])
        tutorial.example.attempt()
        wait_until(settle, lambda: minimap.view.is_finished)
        yield "example", window
        tutorial.example.stop()
    tutorial.guide.stop()
    docks.rules.hide()
    yield from _dialogs(window, settle)


def _dialogs(window: MainWindow, settle: Callable[[], None]) -> Iterator[tuple[str, QWidget]]:
    palette = window.search.palette
    palette.ask()
    palette.line.setText("map")
    settle()
    yield "palette", palette
    palette.hide()
    window.handbook.show_page("playing/deciding")
    if window.handbook.shown is not None:
        settle()
        yield "handbook", window.handbook.shown
        window.handbook.shown.close()
    preferences = PreferencesDialog(window.preferences, window)
    preferences.show()
    settle()
    yield "preferences", preferences
    preferences.close()


def _sample_case(library: RuleLibrary) -> str:
    """A case with a ruling, a chart and an example, if possible."""
    cases = library.rulebook.cases
    complete = (
        key for key, case in cases.items() if case.ruling and case.chart and library.examples.get(key)
    )
    return next(complete, next(iter(cases)))


def wait_until(settle: Callable[[], None], until: Callable[[], bool]) -> None:
    end = monotonic() + LONGEST_WAIT_SECONDS
    while not until() and monotonic() < end:
        settle()
