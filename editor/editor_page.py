"""The editor page: map and tabs in the centre, panels in docks around it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QIcon
from PySide6.QtWidgets import (
    QMainWindow,
    QMenu,
    QStackedWidget,
    QWidget,
)

from app.background.idle_queue import IdleQueue
from editor.art.looks import Looks
from editor.backdrop.backdrop_controller import BackdropController
from editor.backdrop.reference_images import ReferenceImages
from editor.document.editor_document import EditorDocument
from editor.document.problems import ROSTER, Spot
from editor.edit_actions import EditActions
from editor.files.file_actions import FileActions
from editor.files.playtest_dialog import PlaytestDialog, PlaytestOptions
from editor.files.scenario_store import ScenarioStore
from editor.import_dialog.actions import ImportExportActions
from editor.lab.lab_actions import LabActions
from editor.panels.history_panel import HistoryPanel
from editor.panels.layers_panel import LayersPanel
from editor.panels.palette_panel import PalettePanel
from editor.panels.problems_panel import ProblemsPanel
from editor.panels.roster import Roster
from editor.panels.tool_options import ToolOptions
from editor.panels.welcome import Welcome
from editor.printing.print_actions import PrintActions
from editor.resize.map_actions import MapActions
from editor.tools.all_tools import make_tools
from editor.tools.tool import Tool
from editor.tracing.tracing_controller import TracingController
from editor.window.actions import Entry, make_actions
from editor.window.dialog_host import DialogHost
from editor.window.docks import EditorDocks
from editor.window.scenario_tabs import ScenarioTabs
from editor.window.status_bar import EditorStatusBar
from editor.window.tool_bar import EditorToolBar
from editor.workspace import Workspace
from engine.catalogue.document import ScenarioDocument

Icons = Callable[[str], QIcon]


class EditorPage(QMainWindow):
    """Edits one scenario at a time. It saves to the given store and does not know the play page."""

    play_wanted = Signal(object, object)
    """The current scenario and `PlaytestOptions` for a playtest."""
    title_changed = Signal()
    """The title or the saved state of the document changed."""

    def __init__(self, scenario_store: ScenarioStore, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("help", "editor")
        self.setWindowFlags(Qt.WindowType.Widget)
        self.setObjectName("editor")
        self.setAccessibleName("Editor")
        self.setDockNestingEnabled(True)
        self.idle_queue = IdleQueue(self)
        """Work to do while the application is idle."""
        workspace = self.workspace = Workspace(self)
        host = self._host = DialogHost(self, workspace.canvas, workspace.show_message)
        self.file_actions = FileActions(workspace.open_document, scenario_store, folder, host)
        self.edit_actions = EditActions(
            workspace.open_document,
            workspace.selection,
            workspace.palettes,
            workspace.commands,
            workspace.clipboard,
        )
        self.map_actions = MapActions(workspace.open_document, workspace.selection, workspace.commands, host)
        self.import_export = ImportExportActions(workspace.open_document, self.file_actions, host)
        self.lab = LabActions(workspace.open_document, scenario_store, self)
        self.print_actions = PrintActions(self, folder, workspace.show_message)
        groups = make_tools(
            workspace.canvas, workspace.commands, workspace.palettes, workspace.selection, workspace.clipboard
        )
        self.tools: dict[str, Tool] = {tool.key: tool for group in groups for tool in group}
        self.reference_images = self._make_reference_images(folder)
        self.options = ToolOptions(workspace.open_document)
        self.looks = Looks(workspace.open_document, host, self)
        self.palette_panel = PalettePanel(workspace.palettes, self.looks)
        self.history = HistoryPanel(workspace.open_document)
        self.problems = ProblemsPanel(
            workspace.open_document,
            workspace.canvas,
            workspace.palettes,
            workspace.selection,
            workspace.show_message,
        )
        self.welcome = Welcome()
        self.actions_by_key = make_actions(self, workspace.canvas, self._handlers())
        self._make_centre()
        self.panels = self._make_docks()
        self.docks = self.panels.docks
        self.tool_bar = EditorToolBar(groups, self.choose_tool, self)
        self.tool_actions = self.tool_bar.tool_actions
        self.addToolBar(Qt.ToolBarArea.LeftToolBarArea, self.tool_bar)
        self.status = EditorStatusBar(self.statusBar(), workspace.open_document, workspace.canvas)
        self._connect()
        self.choose_tool("brush")
        self._show_panels(False)
        self._enable()

    # building

    def _make_centre(self) -> None:
        self.parts = ScenarioTabs(
            self.workspace.open_document,
            self.workspace.canvas,
            self.options,
            lambda: self.workspace.selection.hexes,
            self.file_actions.scenario_store.folder,
        )
        self.parts.currentChanged.connect(lambda _: self._part_changed())
        self.pages = QStackedWidget()
        self.pages.addWidget(self.welcome)
        self.pages.addWidget(self.parts)
        self.setCentralWidget(self.pages)

    def _make_reference_images(self, folder: Path) -> ReferenceImages:
        workspace = self.workspace
        where = (workspace.open_document, workspace.canvas, workspace.layers)
        return ReferenceImages(
            workspace.open_document,
            BackdropController(*where, folder, workspace.show_message),
            TracingController(*where, workspace.commands, folder),
            self.tools["align"],
            self.choose_tool,
        )

    def _make_docks(self) -> EditorDocks:
        return EditorDocks(
            self,
            {
                "palette": ("Palette", lambda: self.palette_panel),
                "roster": ("Units", lambda: self.roster),
                "backdrop": ("Backdrop", lambda: self.reference_images.panel),
                "tracing": ("Tracing", lambda: self.reference_images.tracing_panel),
                "layers": ("Layers", lambda: self.layers),
                "history": ("History", lambda: self.history),
                "problems": ("Problems", lambda: self.problems),
            },
            self.idle_queue,
        )

    @cached_property
    def layers(self) -> LayersPanel:
        """The layers panel, created on first use."""
        return LayersPanel(self.workspace.layers)

    @cached_property
    def roster(self) -> Roster:
        """The units panel, created on first use."""
        workspace = self.workspace
        return Roster(workspace.open_document, workspace.canvas, workspace.commands, workspace.selection)

    def _connect(self) -> None:
        workspace = self.workspace
        workspace.open_document.opened.connect(self._opened)
        workspace.open_document.history_changed.connect(self._history_changed)
        workspace.selection.changed.connect(self._enable)
        workspace.palettes.picked.connect(lambda *_: workspace.canvas.setFocus())
        workspace.canvas.kind_dropped.connect(workspace.palettes.pick)
        workspace.message_shown.connect(self.status.show_message)
        self.problems.counted.connect(self._count_problems)
        self.problems.spot_wanted.connect(self._go_to)
        self.status.problems.clicked.connect(self._show_problems)
        self.welcome.new_wanted.connect(self.file_actions.ask_new)
        self.welcome.open_wanted.connect(self.file_actions.ask_open)
        self.welcome.import_wanted.connect(self.import_export.ask_import)
        self.welcome.suggested.connect(self.file_actions.open)
        self.welcome.restore_wanted.connect(self.file_actions.ask_open)
        self.file_actions.reading.connect(self._prepare)
        self.file_actions.recovery.failed.connect(
            lambda text: workspace.show_message(f"The recovery copy could not be written: {text}")
        )

    def _handlers(self) -> dict[str, Callable[..., object]]:
        canvas = self.workspace.canvas
        return {
            **self.file_actions.handlers(),
            **self.edit_actions.handlers(),
            **self.map_actions.handlers(),
            **self.import_export.handlers(),
            **self.lab.handlers(),
            **self.print_actions.handlers(self._typed_snapshot, self._picture_areas),
            "paste": self._paste,
            "play": self._play,
            "play_as": self._ask_play,
            "undo": lambda: self._step("undo"),
            "redo": lambda: self._step("redo"),
            "zoom_in": canvas.zoom_in,
            "zoom_out": canvas.zoom_out,
            "actual": canvas.actual_size,
            "fit": canvas.fit,
        }

    def menus(self, parent: QWidget) -> list[QMenu]:
        """The editor's menus for the menu bar of the main window."""
        made = []
        for title, entries in Entry.menus().items():
            menu = QMenu(title, parent)
            for entry in entries:
                if entry.separator_before:
                    menu.addSeparator()
                menu.addAction(self.actions_by_key[entry.key])
            made.append(menu)
        view = next(menu for menu in made if menu.title() == "&View")
        panels = view.addMenu("&Panels")
        for dock in self.docks.values():
            panels.addAction(dock.toggleViewAction())
        made.insert(2, self.tool_bar.menu(parent))
        return made

    # actions

    @property
    def document(self) -> EditorDocument | None:
        """The open document."""
        return self.workspace.open_document.document

    def choose_tool(self, key: str) -> None:
        """Activate a tool and show its options and palette."""
        tool = self.tools[key]
        self.workspace.canvas.set_tool(tool)
        self.tool_actions[key].setChecked(True)
        self.options.show_tool(tool)
        self.palette_panel.show_tool(tool)
        if tool.palette:
            self.docks["palette"].raise_()
        elif key == "units":
            self.docks["roster"].raise_()
        if self.document is not None:
            self.workspace.canvas.setFocus()

    def _paste(self) -> None:
        if self.workspace.clipboard.read():
            self.choose_tool("stamp")

    def _typed_snapshot(self) -> ScenarioDocument:
        """The current scenario, including text that is still being typed."""
        assert self.document is not None, "the action needs a document"
        self._host.finish_typing()
        return self.document.snapshot()

    def _picture_areas(self) -> dict[str, QRectF]:
        """The visible part of the map, and the selected part, if there is one."""
        canvas = self.workspace.canvas
        found = {"window": canvas.mapToScene(canvas.viewport().rect()).boundingRect()}
        selected = QRectF()
        for here in self.workspace.selection.hexes:
            selected |= canvas.geometry_of_map.rect(here)
        return found if selected.isEmpty() else {"selection": selected, **found}

    def _play(self) -> None:
        if self.document is not None:
            self.play_wanted.emit(self._typed_snapshot(), PlaytestOptions())

    def _ask_play(self) -> None:
        if self.document is not None:
            dialog = PlaytestDialog(self._typed_snapshot(), self)
            if dialog.exec():
                self.play_wanted.emit(self.document.snapshot(), dialog.options())
            dialog.deleteLater()

    def arrive(self) -> None:
        """Called when the page is shown; without a document it offers recovery copies and own scenarios."""
        if self.document is None:
            self.welcome.offer(len(self.file_actions.recovery_copies()))
            kept = self.file_actions.scenario_store.scenarios()
            self.welcome.show_own([(own.key, own.title) for own in kept if not own.shipped])
            self.welcome.first().setFocus()
            self._prepare()
        else:
            self.workspace.canvas.setFocus()

    def _step(self, way: str) -> None:
        document = self.document
        if document is not None and not document.in_stroke:
            (document.undo if way == "undo" else document.redo)()

    def _opened(self) -> None:
        if self.pages.currentWidget() is not self.parts:
            self.pages.setCurrentWidget(self.parts)
            self._show_panels(True)
            self.parts.prepare_pages(self.idle_queue)
        self.workspace.canvas.open_at([])
        self.workspace.canvas.setFocus()
        self._history_changed()

    def show_part(self, part: QWidget) -> None:
        """Show a tab of the scenario."""
        self.parts.show_part(part)

    def _go_to(self, spot: Spot) -> None:
        """Show the table row or the unit where a problem can be fixed."""
        if spot.part == ROSTER:
            self.show_part(self.parts.map)
            self.panels.show_panel("roster")
            self.roster.choose(spot.key)
        else:
            self.show_part(getattr(self.parts, spot.part))
            getattr(self.parts, spot.part).go_to(spot)

    def _show_problems(self) -> None:
        self.panels.show_panel("problems")

    def _part_changed(self) -> None:
        """Hide the panels beside tables and restore them with the map; problems stay visible."""
        drawing = self.parts.is_drawing
        if drawing:
            self.panels.restore_panels()
        else:
            self.panels.hide_panels(problems=bool(self.problems.list.count()))
        else_focus = self.parts.part(self.parts.currentIndex())
        (self.workspace.canvas if drawing else else_focus).setFocus()
        self.statusBar().clearMessage()
        self.status.hint.setVisible(drawing)
        self._enable()

    def _show_panels(self, on: bool) -> None:
        """Show or hide tool bar, status bar and panels; they appear with the first document."""
        self.tool_bar.setVisible(on)
        self.statusBar().setVisible(on)
        if on:
            self.idle_queue.finish()
            self.panels.lay_out()

    def _prepare(self) -> None:
        """Build the panels during idle time before the first document is shown."""
        if self.pages.currentWidget() is not self.parts:
            self.panels.prepare(self.options)

    def _history_changed(self) -> None:
        self._enable()
        self.title_changed.emit()

    def _count_problems(self, errors: int, warnings: int) -> None:
        count = errors + warnings
        self.docks["problems"].setWindowTitle(f"Problems ({count})" if count else "Problems")
        self.status.count_problems(count)

    def close_down(self) -> None:
        """Stop running tasks and delete the recovery copy; the window closes normally."""
        self.problems.close_down()
        self.reference_images.close_down()
        self.lab.close_down()
        self.file_actions.close()

    def _enable(self) -> None:
        document = self.document
        able = {
            "": True,
            "document": document is not None,
            "undo": document is not None and document.history.can_undo,
            "redo": document is not None and document.history.can_redo,
            "selection": document is not None and bool(self.workspace.selection.hexes),
            "saved": document is not None and document.revision > 0,
        }
        for action in self.actions_by_key.values():
            action.setEnabled(able[action.property("needs")])
        for action in self.tool_actions.values():
            action.setEnabled(document is not None and self.parts.is_drawing)
        if document is not None and document.history.can_undo:
            words = document.history.steps[document.history.at - 1].text
            self.actions_by_key["undo"].setText(f"&Undo: {words}")
        else:
            self.actions_by_key["undo"].setText("&Undo")

    # appearance

    def set_look(self, desk: QColor, night: bool, icons: Icons) -> None:
        """Apply light or dark colours and icons."""
        self.workspace.canvas.set_look(desk, night)
        self.palette_panel.set_look(night)
        self.lab.set_look(desk, night)
        for key, action in self.tool_actions.items():
            self.idle_queue.add(partial(_set_icon, action, icons, f"tool-{key.replace('_', '-')}"))
        if self.tool_bar.isVisible():
            self.idle_queue.finish()


def _set_icon(action: QAction, icons: Icons, name: str) -> None:
    action.setIcon(icons(name))
