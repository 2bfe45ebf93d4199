"""Rules, charts, guide, minimap, search and preferences, connected to the main window."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMenu, QWidget

from app.background.task import BackgroundTask
from app.map.minimap import MiniMap
from app.play.map_input.map_highlight import MapPointer
from app.saving.open_game import Opening, open_in_background
from app.settings.preferences import Preferences, PreferenceValues, scale_text
from app.theme.theme import application
from app.window.dock_layout import make_dock, widen
from engine import games
from engine.bad_input import BadInput
from engine.referee.refusal import REFEREE

if TYPE_CHECKING:
    from app.main_window import MainWindow
    from app.play.history.undo_list import UndoList
    from app.rules.chart_viewer import ChartReader
    from app.rules.rule_library import ExampleFile
    from app.rules.rule_reader import RuleReader
    from app.rules.rules_dock import RulesDock
    from app.saving.save_file import KnownFile
    from app.search.command_palette import CommandPalette
    from app.search.go_to_hex import GoTo
    from app.tutorial.example_panel import ExamplePanel
    from app.tutorial.guide import Guide
    from app.tutorial.lesson import Lesson
    from app.tutorial.tutorial_dock import TutorialDock
    from engine.referee.session import Session


SPLIT_FROM_HEIGHT_PX: Final = 1000
"""Window height from which the guide and the rules are shown one below the other."""
DOCK_WIDTH_PX: Final = 350
NO_LESSON: Final = "This guided game cannot be started"
_SWITCHES: Final = {"remind": "remind", "hot_seat": "curtain"}
"""Menu entries that are also preferences."""


class HelpDocks(QObject):
    """Owns these panels and dialogs. The window knows only the handlers of their menu entries.

    Most are imported and created on first use, so that the window opens quickly.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window, self._table = window, window.table
        self.preferences = Preferences(window.memory, self)
        self.pointer = MapPointer(self._table.map)
        self.minimap = MiniMap(self._table.map)
        self._before: tuple[Session, KnownFile | None, Lesson | None] | None = None
        """The game that a worked example has replaced, its file, and its lesson."""
        self._make_docks()
        self._connect()

    # created on first use

    @cached_property
    def rules_dock(self) -> RulesDock:
        """The rules and the charts."""
        from app.rules.rules_dock import RulesDock

        rules_dock = RulesDock(self._table)
        rules_dock.rules.chart_wanted.connect(self.show_chart)
        rules_dock.rules.example_wanted.connect(self.play_example)
        rules_dock.charts.case_wanted.connect(self.show_case)
        self.rules_window.setWidget(rules_dock)
        return rules_dock

    @property
    def rules(self) -> RuleReader:
        """The rule reader."""
        return self.rules_dock.rules

    @property
    def charts(self) -> ChartReader:
        """The chart viewer."""
        return self.rules_dock.charts

    @cached_property
    def tutorial(self) -> TutorialDock:
        """The guide and the panel of worked examples."""
        from app.tutorial.tutorial_dock import TutorialDock

        tutorial = TutorialDock(self._table, self.pointer)
        tutorial.guide.case_wanted.connect(self.show_case)
        tutorial.guide.left.connect(self._leave_tutorial)
        tutorial.example.case_wanted.connect(self.show_case)
        tutorial.example.again_wanted.connect(self.play_example)
        tutorial.example.left.connect(self._example_left)
        self.tutorial_dock.setWidget(tutorial)
        return tutorial

    @property
    def guide(self) -> Guide:
        """The guide of a guided game."""
        return self.tutorial.guide

    @property
    def example(self) -> ExamplePanel:
        """The panel of a worked example."""
        return self.tutorial.example

    @cached_property
    def palette(self) -> CommandPalette:
        """The command palette."""
        from app.search.command_palette import CommandPalette

        return CommandPalette(self._window)

    @cached_property
    def goto(self) -> GoTo:
        """The search for a hex or place."""
        from app.search.go_to_hex import GoTo

        goto = GoTo(self._window)
        goto.wanted.connect(self._table.map.go_to)
        goto.wanted.connect(lambda _: self._table.map.setFocus())
        return goto

    @cached_property
    def history(self) -> UndoList:
        """The undo history."""
        from app.play.history.undo_list import UndoList

        history = UndoList(self._window)
        history.wanted.connect(self._go_through_history)
        return history

    def _make_docks(self) -> None:
        window, left = self._window, Qt.DockWidgetArea.LeftDockWidgetArea
        self.rules_window = make_dock(window, "books", "Rules and charts", area=left)
        self.tutorial_dock = make_dock(window, "coach", "Guide", area=left)
        for dock in (self.rules_window, self.tutorial_dock):
            dock.hide()
        # Restoring the window layout may show an empty dock.
        self.rules_window.visibilityChanged.connect(lambda seen: seen and self.rules_dock)
        self.tutorial_dock.visibilityChanged.connect(lambda seen: seen and self.tutorial)
        window.docks["minimap"] = make_dock(window, "minimap", "Minimap", self.minimap)

    def _connect(self) -> None:
        table, log = self._table, self._table.log.list
        self.preferences.changed.connect(self._apply_changed)
        table.note.case_clicked.connect(self.show_case)
        table.odds.case_clicked.connect(self.show_case)
        table.orders.case_clicked.connect(self.show_case)
        table.changed.connect(self._table_changed)
        table.settled.connect(self._fetch_rulebook)
        hotseat = self._window.hotseat
        self._window.pages.currentChanged.connect(lambda _: self.minimap.set_covered(hotseat.covered))
        log.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        log.customContextMenuRequested.connect(self._log_menu)

    def handlers(self) -> dict[str, Callable[..., object]]:
        """The handlers of the menu entries, by action key."""
        return {
            "rules": self.show_rules,
            "charts": lambda: self.show_chart(""),
            "learn": self.learn,
            "palette": lambda: self.palette.ask(),
            "preferences": self.show_preferences,
            "minimap": self.show_minimap,
            "goto": self.go_to,
            "history": self.show_history,
        }

    # rules and charts

    def _open_rules(self, book: str) -> bool:
        if self._table.controller is None:
            return False
        self.rules_dock.open_at(self.rules if book == "rules" else self.charts)
        self._show_left(self.rules_window)
        return True

    def _fetch_rulebook(self) -> None:
        """Read the rulebook in the background before it is needed; it takes a tenth of a second."""
        controller = self._table.controller
        if controller is not None:
            from app.rules.rule_library import rule_library

            library = rule_library(controller.session.game.key)
            BackgroundTask(lambda _: library.rulebook, "Reading the rules", controller).start()

    def _show_left(self, dock: QDockWidget) -> None:
        """Show a dock on the left: above or below the other one if there is room, else as a tab."""
        window, fresh = self._window, dock.isHidden()
        dock.show()
        if fresh:
            if window.height() < SPLIT_FROM_HEIGHT_PX:
                window.tabifyDockWidget(self.tutorial_dock, self.rules_window)
            else:
                window.splitDockWidget(self.tutorial_dock, self.rules_window, Qt.Orientation.Vertical)
            window.resizeDocks([dock], [DOCK_WIDTH_PX], Qt.Orientation.Horizontal)
        dock.raise_()

    def show_rules(self) -> None:
        """Open the rule reader with the cursor in its search line."""
        if self._open_rules("rules"):
            self.rules.search.setFocus()
            self.rules.search.selectAll()

    def show_case(self, case_id: str) -> None:
        """Open the rule reader at a case; messages of the referee itself have no case."""
        asked = bool(case_id) and case_id != REFEREE and self._open_rules("rules")
        if asked and not self.rules.show_case(case_id):
            self._window.statusBar().showMessage(f"The rules of this game have no case {case_id}", 5000)

    def show_chart(self, name: str) -> None:
        """Open the charts, at this one if it is named."""
        if self._open_rules("charts") and name:
            self.charts.show_chart(name)

    def _log_menu(self, at: QPoint) -> None:
        log = self._table.log.list
        line = log.indexAt(at).data(Qt.ItemDataRole.UserRole)
        case = line.event.case if line is not None else ""
        if case not in ("", REFEREE):
            menu = QMenu(log)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(f"Open rule {case}").triggered.connect(lambda: self.show_case(case))
            menu.popup(log.viewport().mapToGlobal(at))

    # guided games and worked examples

    def play_example(self, example: ExampleFile) -> None:
        """Show a worked example on the table; the current game comes back afterwards."""
        from app.tutorial.example_panel import begin_example

        window, controller = self._window, self._table.controller
        session = self._set_up("This example cannot be set up", lambda _: begin_example(example))
        if session is None:
            return
        if self._before is None and controller is not None:
            lesson = self.guide.lesson if "tutorial" in vars(self) else None
            self._before = controller.session, window.game_file.known, lesson
        self._sit_alone(session)
        window.play(session)
        window.setWindowTitle(f"{example.title} — Startline")
        self.example.leave.setText("Back to the game" if self._before else "Close")
        self.example.start(example)
        self._open_tutorial(self.example, "Worked example")

    def _example_left(self) -> None:
        """Restore the game before the example, unless another game was opened meanwhile."""
        self._leave_tutorial()
        before, self._before = self._before, None
        controller = self._table.controller
        if before is not None and controller is not None and controller.session.start.kind == "position":
            session, known, lesson = before
            if lesson is not None:
                self._guide_through(session, lesson)
            else:
                self._window.play(session)
            self._window.set_file(known)

    def learn(self, key: str = "") -> None:
        """Start a guided game: of the game named, of the current one, or the first there is."""
        from app.rules.rule_library import rule_library
        from app.tutorial.lesson import Lesson

        controller = self._table.controller
        wanted = [key] if key else [controller.session.game.key] if controller is not None else []
        for game in (*wanted, *games.keys()):
            path = rule_library(game).lesson_path()
            if path is not None:
                try:
                    self.teach(Lesson.load(path))
                except BadInput as problem:
                    self._window.complain(NO_LESSON, str(problem))
                return
        self._window.statusBar().showMessage("No installed game has a guided game", 5000)

    def teach(self, lesson: Lesson, keep: bool = True) -> None:
        """Start the game of a lesson with its guide; it is saved like any other game."""

        def begin(_: object) -> Session:
            session = lesson.begin()
            if keep:
                self._window.library.keep(session, lesson.title)
            return session

        session = self._set_up(NO_LESSON, begin)
        if session is not None:
            self._before = None
            self._guide_through(session, lesson)

    def _guide_through(self, session: Session, lesson: Lesson) -> None:
        self._sit_alone(session)
        self._window.play(session)
        self.guide.start(lesson)
        self._open_tutorial(self.guide, "Guide")

    def _set_up(self, complaint: str, opening: Opening) -> Session | None:
        """Set up the game in a background thread; None if it fails."""
        ended = open_in_background(opening, self._window)
        if ended.problem:
            self._window.complain(complaint, ended.problem)
        return ended.value.session if ended.succeeded else None

    def _sit_alone(self, session: Session) -> None:
        """Prepare for another guided game or example: stop the current one, without a curtain."""
        if "tutorial" in vars(self):
            self.guide.stop()
            self.example.forget()
        self._window.hotseat.sit_alone(session)

    def _leave_tutorial(self) -> None:
        self.tutorial_dock.hide()
        self._window.hotseat.sit_alone(None)

    def _open_tutorial(self, panel: QWidget, title: str) -> None:
        self.tutorial.setCurrentWidget(panel)
        self.tutorial_dock.setWindowTitle(title)
        self._show_left(self.tutorial_dock)

    # search and history

    def go_to(self) -> None:
        """Ask for a hex and scroll to it."""
        printed_map = self._table.printed_map
        if printed_map is not None:
            self.goto.ask_on(printed_map)

    def show_history(self) -> None:
        """Ask how many actions to undo or redo."""
        controller = self._table.controller
        if controller is not None and self._window.hotseat.load_past():
            self.history.ask_about(controller)

    def _go_through_history(self, actions: int) -> None:
        table = self._table
        if table.controller is not None:
            table.bots.hold()
            table.controller.go_to_length(actions)

    def show_minimap(self) -> None:
        """Raise the minimap."""
        dock = self._window.docks["minimap"]
        dock.show()
        dock.raise_()

    def _table_changed(self) -> None:
        table = self._table
        self.minimap.show_map(table.printed_map)
        if table.controller is not None:
            counter_style = table.controller.counter_style
            self.minimap.show_counters(table.controller.view.counters, dict(counter_style.colours))
            if not self.rules_window.isHidden():
                self.rules_dock.load_current()

    # preferences

    def begin(self) -> None:
        """Apply the stored preferences, once the window has its menus."""
        chosen, actions = self.preferences.chosen, self._window.actions_by_key
        for key, name in _SWITCHES.items():
            actions[key].setChecked(getattr(chosen, name))
            actions[key].toggled.connect(lambda on, name=name: self.preferences.set(**{name: on}))
        self._apply(self.preferences.chosen)

    def note_theme(self, choice: str) -> None:
        """The theme was changed, here or in a menu."""
        self.preferences.chosen = replace(self.preferences.chosen, theme=choice)

    def show_preferences(self) -> None:
        """Open the preferences dialog."""
        from app.settings.preferences_dialog import PreferencesDialog

        dialog = PreferencesDialog(self.preferences, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _apply_changed(self, chosen: PreferenceValues) -> None:
        self._window.set_theme(chosen.theme)
        for key, name in _SWITCHES.items():
            self._window.actions_by_key[key].setChecked(getattr(chosen, name))
        QTimer.singleShot(0, self, self._apply_text_size)  # After the new theme is drawn.

    def _apply_text_size(self) -> None:
        before = application().font().pointSizeF()
        self._apply(self.preferences.chosen)
        if application().font().pointSizeF() > before:
            widen(self._window, self._window.docks)

    def _apply(self, chosen: PreferenceValues) -> None:
        scale_text(application(), chosen.text_scale)
        self.pointer.breath = 2 * chosen.duration
        self._window.setAnimated(chosen.duration > 0)
