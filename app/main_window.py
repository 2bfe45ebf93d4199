"""The main window: it creates the parts of the window and connects them. It contains no rules of any game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QColor
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMainWindow

from app.handbook.handbook_actions import HandbookActions
from app.library.pending_library import PendingLibrary
from app.library.rematch import Rematch
from app.library.scenario_library import Card, Committed, ScenarioLibrary
from app.play.hex_label import HexLabel
from app.play.hint_display import HintDisplay
from app.play.history.notebook import Notebook
from app.play.history.replay_controller import ReplayController
from app.play.map_input.map_highlight import MapPointer
from app.play.play_page import PlayPage
from app.play.players.bot_bar import pace_named
from app.play.players.hotseat_controller import HotseatController
from app.play.results.result_display import ResultDisplay
from app.play.score_label import ScoreLabel
from app.report.end_actions import EndActions
from app.report.report_actions import ReportActions
from app.rules.rules_actions import RulesActions
from app.saving.game_file_actions import GameFileActions
from app.saving.game_opener import GameOpener
from app.saving.position_check import PositionCheck
from app.saving.save_file import GameFile
from app.saving.shared_games import SharedGames
from app.saving.stale_temp_files import remove_in_background
from app.search.search_actions import SearchActions
from app.settings.preference_actions import PreferenceActions
from app.settings.preferences import Preferences
from app.settings.settings_store import SettingsStore
from app.theme import theme
from app.tutorial.tutorial_controller import TutorialController
from app.window import actions, help_dialogs
from app.window.auto_raise_docks import BOXES, AutoRaiseDocks
from app.window.current_game import CurrentGame
from app.window.dock_layout import make_dock, raise_dock
from app.window.dock_tab_cleanup import StrayTabs
from app.window.editor_host import EditorHost
from app.window.file_drop import FileDrop
from app.window.game_printing import GamePrinting
from app.window.left_docks import LeftDocks
from app.window.menus import WindowMenus
from app.window.messages import Messages
from app.window.minimap_dock import MinimapDock
from app.window.page_stack import PageStack
from app.window.page_switch import PageSwitch
from engine.bad_input import BadInput

if TYPE_CHECKING:
    from app.library.start_page import StartPage
    from app.report.end_page import EndPage
    from app.tutorial.tutorial_dock import TutorialDock
    from editor.files.playtest_dialog import PlaytestOptions
    from engine.catalogue.document import ScenarioDocument


class MainWindow(QMainWindow):
    """Shows the start page, the table with its panels as docks, or the editor."""

    library_loaded = Signal()
    """The catalogue has been opened."""

    def __init__(self, choice: str | None = None, remember: bool = True, blank: bool = False) -> None:
        """A blank window shows no page until `show_start` is called or a game is opened."""
        super().__init__()
        self.settings = SettingsStore(remember)
        self.setObjectName("main")
        self.setAnimated(False)
        self.setWindowTitle("Startline")
        self._theme = choice or self.settings.text("theme", "system")
        self.look = theme.look_for(self._theme)
        theme.apply(theme.application(), self.look)  # Later would style all widgets twice.
        self.library = ScenarioLibrary()
        self.preferences = Preferences(self.settings, self)
        self.messages = Messages(self)
        self._make_pages()
        self._make_game()
        self._make_docks()
        self._make_actions()
        self._connect()
        self.resize(1280, 800)
        self._restore_layout()
        self.set_theme(self._theme)
        self.preference_actions.begin(self.actions_by_key)
        if not blank:
            self._show_start_page()

    # building

    def _make_pages(self) -> None:
        self.pages = PageStack()
        self.table = PlayPage(self.pages)  # A page without a parent would outlive the window.
        self.table.hide()
        self.setCentralWidget(self.pages)
        self.docks: dict[str, QDockWidget] = {}
        self.page_switch = PageSwitch(self, self.pages, self.table, self.docks)

    def _make_game(self) -> None:
        file = GameFile(self, self.settings.start_folder)
        self.game = CurrentGame(
            self.table.game,
            file,
            self.messages,
            show_table=partial(self.page_switch.show, self.table),
            put_on_table=self.table.set_controller,
        )
        self._make_players()
        check = PositionCheck(
            self.game, self.messages, library=self._library, player=self.hotseat.notebook.player
        )
        self.opener = GameOpener(
            self.table.game,
            self.game,
            self.messages,
            library=self._library,
            show_start=self.show_start,
            check=check.start,
        )
        self.files = GameFileActions(self.game, self.opener, self.messages, self.settings, self._library)
        self.shared = SharedGames(self.game, self.messages, self._library, self.opener.open)
        self.printing = GamePrinting(self.game, self.messages, self.settings)

    def _make_players(self) -> None:
        table, notebook = self.table, Notebook(self.settings.notes_folder(), self)
        parts = table.game, table.map, table.note, table.bars, notebook
        self.replay = ReplayController(
            *parts,
            self.messages,
            current=self.game,
            library=self._library,
            preferences=self.preferences,
        )
        self.hotseat = HotseatController(
            *parts,
            self.replay,
            self.messages,
            self.page_switch,
            table=table,
        )
        self.results = ResultDisplay(
            table.game,
            table.map,
            self.preferences,
            player=notebook.player,
            is_covered=lambda: self.hotseat.covered,
        )
        self.hotseat.uncovered.connect(self.results.uncover)
        table.use_results(self.results)
        table.commitment.is_needed = lambda: self.preferences.chosen.confirm
        table.one_player = self.hotseat.one_player
        table.player_name = table.bar.player_name = notebook.player
        table.question.look_wanted.connect(self.hotseat.look_first)
        self.hint = HintDisplay(table.game, table.map, table.note)
        table.bots.pace = pace_named(self.settings.text("bot_pace", ""))
        table.bots.pace_chosen.connect(lambda pace: self.settings.note("bot_pace", pace))
        table.bots.take_over_wanted.connect(self.hotseat.name_players)

    def _make_docks(self) -> None:
        panels = {
            "inspector": ("Inspector", self.table.inspector),
            "orders": ("Orders", self.table.orders),
            "odds": ("Odds", self.table.odds),
            "forces": ("Forces", self.table.forces),
            "tracks": ("Tracks", self.table.tracks),
            "boxes": (BOXES, self.table.boxes),
            "log": ("Log", self.table.log),
            "steps": ("Steps", self.table.checklist),
            "bookmarks": ("Notes", self.hotseat.notebook.panel),
        }
        for key, (title, panel) in panels.items():
            self.docks[key] = make_dock(self, key, title, panel)
        self.left_docks = LeftDocks(self)
        self.minimap = MinimapDock(self, self.table.game, self.table.map)
        self.docks["minimap"] = self.minimap.dock
        self.docks["planner"] = make_dock(self, "planner", "Plan", self.table.plan_panel)
        self.auto_raise = AutoRaiseDocks(
            self,
            self.pages,
            self.table,
            self.table.game,
            self.docks,
            odds=self.table.odds,
            orders=self.table.orders,
            boxes=self.table.boxes,
            is_planning=lambda: self.table.planning.is_in_use,
        )

    def _make_actions(self) -> None:
        self.pointer = MapPointer(self.table.map)
        self.rules = RulesActions(self.table.game, self.game, self.left_docks, self.messages)
        self.handbook = HandbookActions(self, lambda: self.game.game_key)
        self.tutorial = TutorialController(
            self.game,
            self.left_docks,
            self.messages,
            make_panels=self._make_tutorial_panels,
            library=self._library,
            sit_alone=self.hotseat.sit_alone,
        )
        self.search = SearchActions(
            self,
            self.table.game,
            self.table.map,
            load_past=self.replay.load_past,
            go_to_length=self.table.go_to_length,
        )
        self.stray_tabs = StrayTabs(self, self.pages, self.table)
        self.report_actions = ReportActions(
            self.table.game,
            self.messages,
            show=self.page_switch.show,
            back=self.return_to_table,
            folder=self.settings.start_folder,
            replay=self.replay.look_back,
        )
        self.rematch = Rematch(self.game, self.hotseat.notebook, library=self._library, begin=self.begin)
        self.end_actions = EndActions(
            self.table.game,
            self.results,
            self.messages,
            player=self.hotseat.notebook.player,
            show=self.page_switch.show,
            connect=self._connect_end_page,
            can_rematch=self.rematch.is_possible,
        )
        self.editor_host = EditorHost(
            self,
            self.pages,
            self.look,
            show=self.page_switch.show,
            leave=self.leave_editor,
            catalogue=lambda: self.library.catalogue,
            await_catalogue=lambda: self.library.wait_until_open(),
            suggestion=lambda: self.start.chosen_card(),
            try_out=self._try_out,
            replay_lab_game=self._replay_lab_game,
        )
        self.file_drop = FileDrop(self, self.files.open_file, self.editor_host.open_files)
        self.preference_actions = PreferenceActions(
            self, self.preferences, self.docks, self.pointer, self.table.map, self.set_theme
        )
        self.actions_by_key = actions.make_actions(self, self._handlers())
        self.menus = WindowMenus(self, self.actions_by_key, self.docks, self.table.overlays, self.set_theme)
        tools = actions.make_tools(self.actions_by_key, self)
        self.addToolBar(tools)
        self._zoom = QLabel()
        self._zoom.setAccessibleName("Zoom")
        self.score = ScoreLabel(self.table.game)
        self.hex_label = HexLabel(self.table.game, self.table.map)
        self.statusBar().addWidget(self.hex_label, 1)
        self.statusBar().addPermanentWidget(self.score)
        self.statusBar().addPermanentWidget(self._zoom)
        self.page_switch.hide_with_table(tools, self.hex_label, self.score, self._zoom)

    def _make_tutorial_panels(self) -> TutorialDock:
        from app.tutorial.tutorial_dock import TutorialDock

        table = self.table
        return TutorialDock(table.game, table.bar, table.note, self.pointer)

    def _handlers(self) -> dict[str, Callable[..., object]]:
        table, view = self.table, self.table.map
        return {
            "home": self.show_start,
            "table": self.return_to_table,
            "quit": self.close,
            **self.files.handlers(),
            **self.printing.handlers(),
            **self.report_actions.handlers(),
            **self.end_actions.handlers(),
            **self.hotseat.handlers(),
            **self.replay.handlers(),
            **self.rules.handlers(),
            **self.handbook.handlers(),
            **self.tutorial.handlers(),
            **self.search.handlers(),
            **self.preference_actions.handlers(),
            **self.editor_host.handlers(),
            "undo": table.undo,
            "plan_ahead": self._toggle_plan,
            "end_phase": table.end_phase,
            "end_turn": table.end_turn,
            "redo": table.redo,
            "pause_bots": table.bots.pause_or_continue,
            "hint": self.hint.ask,
            "single": self.game.set_play_single_options,
            "remind": self._set_remind,
            "zoom_in": view.zoom_in,
            "zoom_out": view.zoom_out,
            "actual": view.actual_size,
            "fit": view.fit,
            "fan": table.fan.open_by_key,
            "minimap": self.minimap.show,
            "full": self._set_full,
            "panels": self.page_switch.arrange_docks,
            "keys": partial(help_dialogs.show_shortcuts, self),
            "about": partial(help_dialogs.show_about, self),
        }

    @cached_property
    def start(self) -> StartPage:
        """The start page, imported and created on first use."""
        from app.library.start_page import StartPage

        page = StartPage()
        page.play_wanted.connect(self.begin)
        page.resume_wanted.connect(self.shared.resume)
        page.open_wanted.connect(self.files.open_file)
        page.back_wanted.connect(self.return_to_table)
        page.learn_wanted.connect(self.tutorial.learn)
        page.editor_wanted.connect(self.editor_host.open_editor)
        page.saved_reader.players_of = self.hotseat.notebook.players_of
        self.pages.addWidget(page)
        page.set_look(self.look)
        if isinstance(self.library, PendingLibrary):
            page.set_waiting()
        else:
            page.set_library(self.library, in_sight=False)
        return page

    def _connect(self) -> None:
        self.table.changed.connect(self._enable)
        self.game.changed.connect(self._enable)
        self.page_switch.switched.connect(self._enable)
        self.hotseat.player_changed.connect(self.auto_raise.restore)
        self.hotseat.game_begun.connect(lambda session: self.library.autosave.begin(session))
        self.hotseat.covering.connect(self.table.clear_pointing)
        self.hotseat.covering.connect(self.hex_label.clear)
        self.game.changed.connect(self.hex_label.clear)
        self.hotseat.notebook.added.connect(partial(raise_dock, self.docks["bookmarks"]))
        self.hotseat.notebook.failed.connect(partial(self.messages.warn, "The notes to this game"))
        self.table.log.step_wanted.connect(self.replay.look_back)
        self.table.log.past_wanted.connect(self.replay.load_past)
        table = self.table
        cards = table.commitment.card, self.results.card
        panels = table.odds, table.orders, table.plan_panel, table.checklist, table.log
        for part in (table.note, *panels, *cards):
            part.case_clicked.connect(self.rules.show_case)
        table.case_wanted.connect(self.rules.show_case)
        self.table.settled.connect(self.rules.fetch_rulebook)
        self.table.bar.summary_wanted.connect(self.end_actions.show_end)
        self.hotseat.notebook.named.connect(self.table.refresh)
        self.rules.example_wanted.connect(self.tutorial.play_example)
        self.tutorial.case_wanted.connect(self.rules.show_case)
        self.handbook.case_wanted.connect(self.rules.show_case)
        self.pages.currentChanged.connect(lambda _: self.minimap.set_covered(self.hotseat.covered))
        self.table.map.zoomed.connect(lambda scale: self._zoom.setText(f"{scale * 100:.0f} %"))
        QApplication.styleHints().colorSchemeChanged.connect(self._follow_desktop)

    # the catalogue

    def _library(self) -> ScenarioLibrary:
        return self.library

    def await_library(self, wait: Callable[[], object]) -> None:
        """The catalogue is not open yet; `wait` returns after `set_library` has been called."""
        self.library = PendingLibrary(wait)

    def set_library(self, library: ScenarioLibrary) -> None:
        """Use the opened catalogue; a game that is already on the table is saved in it from now on."""
        before, self.library = self.library, library
        before.close()
        self.shared.set_library()
        folders = library.autosave.folder, self.settings.notes_folder(), self.settings.saves_folder()
        remove_in_background(folder for folder in folders if folder is not None)
        if isinstance(before, PendingLibrary):
            try:
                before.hand_over(library)
            except BadInput as problem:
                library.autosave.trouble(str(problem))
            if self.game.session is not None:
                library.autosave.begin(self.game.session)
        self.editor_host.use_catalogue()
        if self._has_start_page:
            self.start.set_library(library, in_sight=self.pages.currentWidget() is self.start)
        self.library_loaded.emit()

    # pages

    @property
    def _has_start_page(self) -> bool:
        return "start" in vars(self)

    def show_start(self) -> None:
        """Show the start page; a game on the table stays open."""
        if not isinstance(self.library, PendingLibrary):
            self.start.refresh()
        self.start.set_game(self.game.title)
        self._show_start_page()

    def _show_start_page(self) -> None:
        self.page_switch.show(self.start)
        self.start.tree.setFocus()

    def return_to_table(self) -> None:
        """Continue the game on the table."""
        if self.game.session is not None:
            self.page_switch.show(self.hotseat.page)

    def leave_editor(self) -> None:
        """Return to the game on the table, or to the start page."""
        if self.game.session is not None:
            self.return_to_table()
        else:
            self.show_start()

    def begin(
        self,
        card: Card,
        options: dict[str, object],
        committed: Committed | None = None,
        bots: dict[str, str] | None = None,
    ) -> None:
        """Start a new game; `committed` is what the sides gave to its dice, `bots` play some sides."""
        self.opener.open(lambda _: self.library.begin(card, options, committed, bots))

    def _connect_end_page(self, page: EndPage) -> None:
        page.back_wanted.connect(self.return_to_table)
        page.start_wanted.connect(self.show_start)
        page.statistics_wanted.connect(self.report_actions.show_statistics)
        page.report_wanted.connect(self.report_actions.write_report)
        page.rematch_wanted.connect(self.rematch.start)
        for leads_back in (page.replay_wanted, page.case_clicked):
            leads_back.connect(self.return_to_table)
        page.replay_wanted.connect(self.replay.look_back)
        page.case_clicked.connect(self.rules.show_case)

    def _try_out(self, document: ScenarioDocument, chosen: PlaytestOptions | None) -> None:
        from app.window.playtest import try_out

        back = actions.keys_of(self.actions_by_key["editor"])
        try_out(document, chosen, self.table.note, self.game, self.messages, back)

    def _replay_lab_game(self, key: str) -> None:
        from app.window.lab_replay import open_lab_game

        if open_lab_game(key, self.library.catalogue, self.game, self.messages):
            self.activateWindow()
            self.replay.look_back(0)

    # appearance

    def _follow_desktop(self) -> None:
        """The desktop has become light or dark. A lambda here would keep a closed window for ever."""
        self.set_theme(self._theme)

    def set_theme(self, choice: str) -> None:
        """Apply a theme: `light`, `dark` or `system`."""
        self._theme = choice
        self.menus.note_theme(choice)
        self.look = theme.look_for(choice)
        self.settings.note("theme", choice)
        self.preference_actions.note_theme(choice)
        self.setProperty(theme.NIGHT, self.look.night)
        theme.apply(theme.application(), self.look)
        actions.restyle(self.actions_by_key, self.look)
        self.replay.set_look(self.look)
        QTimer.singleShot(0, self, lambda: self.editor_host.set_look(self.look))
        self.setWindowIcon(theme.icon("startline", self.look))
        self.table.set_look(QColor(self.look.desk), self.look.night)
        if self._has_start_page:
            self.start.set_look(self.look)

    def _toggle_plan(self) -> None:
        self.table.planning.toggle()
        if self.table.planning.is_on:
            raise_dock(self.docks["planner"])

    def _set_remind(self, on: bool) -> None:
        self.table.remind = on

    def _set_full(self, on: bool) -> None:
        full = Qt.WindowState.WindowFullScreen  # The other window states are kept.
        self.setWindowState(self.windowState() | full if on else self.windowState() & ~full)

    def _enable(self) -> None:
        """Update the window title and enable the actions that are possible now."""
        playing = self.game.session is not None and self.page_switch.is_at_table
        self.menus.enable(
            {"": True, **self.game.able(playing), **self.hotseat.able(playing), **self.editor_host.able()}
        )
        self.setWindowTitle(f"{self.game.window_title} — Startline" if playing else "Startline")

    # settings

    def _restore_layout(self) -> None:
        geometry = self.settings.layout("geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
        self.page_switch.dock_state = self.settings.layout("docks")

    def closeEvent(self, event: QCloseEvent) -> None:
        self.settings.note("geometry", self.saveGeometry())
        if self.page_switch.is_at_table:
            self.page_switch.note_docks()
        if self.page_switch.dock_state is not None:
            self.settings.note("docks", self.page_switch.dock_state)
        self.report_actions.close()
        self.end_actions.close()
        self.hotseat.leave()
        self.shared.stop()
        self.library.close()
        super().closeEvent(event)
