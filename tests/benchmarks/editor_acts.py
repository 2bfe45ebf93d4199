"""Actions in the editor, on the largest scenario and on a map of 200×200 hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from app.background.progress import silent
from app.background.progress_dialog import ProgressDialog
from app.background.task import running_tasks
from app.main_window import MainWindow
from editor.document.editor_document import EditorDocument
from editor.document.recovery import recovery_copies, write_copy
from editor.editor_page import EditorPage
from editor.exporters.geojson import write_geojson
from editor.exporters.tiled import write_tiled
from editor.files.file_actions import DISCARD
from engine.catalogue.document import Anchor, Georeference, Placement, ScenarioDocument, Setup
from engine.catalogue.scenario_text import loads
from tests.benchmarks.bench_map import MIDDLE, country
from tests.benchmarks.bench_map_table import largest_scenario
from tests.editor.importers.fixtures import module

Act = tuple[str, Callable[[], object]]
POLL_MS = 20
"""Interval of checking whether a dialog has finished its work."""
EDGE = 200


@cache
def largest() -> ScenarioDocument:
    """The shipped scenario with the most units."""
    return loads(largest_scenario().text)


@cache
def wide() -> ScenarioDocument:
    """Its units on a map of 200×200 hexes, whose place on the globe is known."""
    found, sheet = largest(), country(MIDDLE).map
    hexes = [*sheet.terrain]
    anchors = (
        Anchor(hexes[0], 51.0, 6.0),
        Anchor(hexes[EDGE - 1], 49.0, 6.0),
        Anchor(hexes[-1], 49.0, 9.0),
    )
    setups = tuple(Setup(unit.id, Placement("hex", hexes[40 * n])) for n, unit in enumerate(found.units))
    return replace(
        found,
        key="wide",
        title="Wide",
        map=replace(sheet, georeference=Georeference(anchors=anchors)),
        features={},
        regions=(),
        start_lines=(),
        setups=setups,
        schedule=(),
        victory=(),
        special_rules=(),
    )


class EditorActs:
    """The actions in one window with its editor; files are in one folder."""

    def __init__(self, window: MainWindow, editor: Callable[[], EditorPage], folder: Path) -> None:
        self._window, self._editor, self._folder = window, editor, folder
        self._folder.mkdir(parents=True, exist_ok=True)

    @property
    def page(self) -> EditorPage:
        """The editor page, created on first use."""
        return self._editor()

    @property
    def document(self) -> EditorDocument:
        """The open document."""
        assert self.page.document is not None
        return self.page.document

    def all(self) -> Iterator[Act]:
        """All actions, in an order that can be repeated."""
        wide()
        yield "go to the editor", lambda: (self.page, self._window.editor_host.open_editor())
        self._be_quick()
        yield "open the largest scenario", lambda: self.page.file_actions.open(largest().key)
        yield from self._tabs()
        yield from self._forces()
        yield from self._turns_and_charts()
        yield from self._on_the_map("largest")
        yield from self._keeping("largest")
        yield from self._trying_out()
        yield from self._printing("largest")
        yield "open a map of 200×200", lambda: self.page.file_actions.open_document(EditorDocument(wide()))
        yield from self._on_the_map("200×200")
        yield from self._keeping("200×200")
        yield from self._printing("200×200")
        yield from self._bringing_over()
        yield from self._tracing()
        yield "come to rest", lambda: QTest.qWait(800)

    @property
    def _left(self) -> Path:
        return self._folder / "left"

    def _be_quick(self) -> None:
        """Answer questions about unsaved changes and files automatically."""
        page = self.page
        page.file_actions.ask_unsaved = lambda title: DISCARD
        page.file_actions.show_error = self._fail
        page.print_actions.show_error = self._fail
        page.print_actions.ask_path = lambda name, kinds: self._folder / name
        page.import_export.choose = lambda names: names[0]
        page.import_export.show_summary = lambda head, lines: None

    @staticmethod
    def _fail(title: str, text: str) -> None:
        raise AssertionError(f"{title}: {text}")

    def _menu(self, key: str) -> Callable[[], object]:
        return self.page.actions_by_key[key].trigger

    # tables

    def _tabs(self) -> Iterator[Act]:
        parts = self.page.parts
        for name in ("forces", "schedule", "victory", "scenario", "charts", "map"):
            yield f"tab {name}", lambda name=name: self.page.show_part(getattr(parts, name))
        for key, dock in self.page.docks.items():
            yield f"dock {key}", lambda dock=dock: (dock.show(), dock.raise_())

    def _forces(self) -> Iterator[Act]:
        page, forces = self.page, self.page.parts.forces
        units, order = forces.units, Qt.SortOrder.AscendingOrder
        titles = [column.title for column in units.model.definition.columns]
        path = self._folder / "units.csv"
        yield "tab forces again", lambda: page.show_part(forces)
        for at, title in enumerate(titles[:4]):
            yield f"sort by {title}", lambda at=at: units.view.sortByColumn(at, order)
        yield "search units", lambda: QTest.keyClicks(forces.search, "inf")
        yield "search ends", forces.search.clear
        yield "select all units", units.view.selectAll
        name = next(n for n, column in enumerate(units.model.definition.columns) if column.name == "size")
        yield "write into all units", lambda: units.model.write(units.rows(), name, "division")
        yield "undo that", self._menu("undo")
        yield "copy all units", units.copy_text
        yield "units to CSV", lambda: forces.export_file(path)
        yield "units from CSV", lambda: forces.import_file(self._changed(path))
        yield "undo the CSV", self._menu("undo")
        yield "remove all units", units.remove_lines
        yield "undo the removal", self._menu("undo")

    @staticmethod
    def _changed(path: Path) -> Path:
        """The same units by other names."""
        path.write_text(path.read_text(encoding="utf-8").replace("division", "corps"), encoding="utf-8")
        return path

    def _turns_and_charts(self) -> Iterator[Act]:
        page, charts = self.page, self.page.parts.charts
        yield "tab turns again", lambda: page.show_part(page.parts.schedule)
        yield "tab charts again", lambda: page.show_part(charts)
        for row in range(charts.list.count()):
            yield f"chart {row}", lambda row=row: charts.list.setCurrentRow(row)
        yield "back to the map", lambda: page.show_part(page.parts.map)

    # the map

    def _on_the_map(self, where: str) -> Iterator[Act]:
        page = self.page
        for key in ("fit", "actual", "select_all", "copy", "invert", "select_all", "paint", "undo", "redo"):
            yield f"{where}: {key}", self._menu(key)
        for key in ("undo", "cut", "undo", "redo", "undo", "clear", "undo"):
            yield f"{where}: {key}", self._menu(key)
        yield f"{where}: paste", self._menu("paste")
        yield f"{where}: hover with the stamp", lambda: self._hover()
        yield f"{where}: stamp", self._click
        yield f"{where}: undo the stamp", self._menu("undo")
        yield f"{where}: redo the stamp", self._menu("redo")
        yield f"{where}: undo the stamp", self._menu("undo")
        for wish in ("connected", "everywhere"):
            yield f"{where}: take up the fill", lambda: page.choose_tool("fill")
            yield f"{where}: fill {wish}", lambda wish=wish: self._fill(wish)
            yield f"{where}: undo the fill", self._menu("undo")
        yield f"{where}: magic wand", lambda: (page.choose_tool("wand"), self._click())
        yield f"{where}: mirror", lambda: self._answered(self._menu("mirror"), lambda asked: asked.accept())
        yield f"{where}: undo the mirror", self._menu("undo")
        yield f"{where}: resize", lambda: self._answered(self._menu("resize"), self._wider)
        yield f"{where}: undo the resize", self._menu("undo")
        yield f"{where}: redo the resize", self._menu("redo")
        yield f"{where}: undo the resize", self._menu("undo")
        layers = page.workspace.layers
        for key in ("places", "terrain"):
            yield f"{where}: hide {key}", lambda key=key: layers.set(key, shown=False)
            yield f"{where}: show {key}", lambda key=key: layers.set(key, shown=True)
        yield f"{where}: fade the terrain", lambda: layers.set("terrain", opacity=50)
        yield f"{where}: terrain again", lambda: layers.set("terrain", opacity=100)
        yield f"{where}: check", page.problems.check

    def _fill(self, where: str) -> None:
        tool = self.page.tools["fill"]
        tool.where = where  # type: ignore[attr-defined]
        self._click()

    def _send(self, kind: QEvent.Type, at: QPoint, held: Qt.MouseButton) -> None:
        viewport = self.page.workspace.canvas.viewport()
        where = QPointF(viewport.mapToGlobal(at))
        left = Qt.MouseButton.LeftButton if kind != QEvent.Type.MouseMove else Qt.MouseButton.NoButton
        event = QMouseEvent(kind, QPointF(at), where, left, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(viewport, event)

    def _hover(self) -> None:
        middle = self.page.workspace.canvas.viewport().rect().center()
        for step in range(4):
            self._send(QEvent.Type.MouseMove, middle + QPoint(40 * step, 0), Qt.MouseButton.NoButton)
            QApplication.processEvents()

    def _click(self) -> None:
        middle = self.page.workspace.canvas.viewport().rect().center()
        self._send(QEvent.Type.MouseButtonPress, middle, Qt.MouseButton.LeftButton)
        self._send(QEvent.Type.MouseButtonRelease, middle, Qt.MouseButton.NoButton)

    @staticmethod
    def _wider(asked: QDialog) -> None:
        asked.fields["left"].setValue(2)  # type: ignore[attr-defined]
        EditorActs._when_still(asked.accept)

    # keeping

    def _keeping(self, where: str) -> Iterator[Act]:
        page, scenario_store = self.page, self.page.file_actions.scenario_store
        key = scenario_store.free_key("kept")
        yield (
            f"{where}: save as",
            lambda: self._answered(self._menu("save_as"), lambda a: self._named(a, key)),
        )
        for number in range(2):
            yield f"{where}: change", lambda: (self._menu("select_all")(), self._menu("clear")())
            yield f"{where}: copy for recovery", page.file_actions.recovery.write
            yield f"{where}: save {number}", self._menu("save")
        yield f"{where}: versions", lambda: self._answered(self._menu("versions"), self._compared)
        yield f"{where}: undo the version", self._menu("undo")
        yield f"{where}: change again", lambda: (self._menu("undo")(), self._menu("undo")())
        yield f"{where}: revert", self._menu("revert")
        yield f"{where}: list of scenarios", lambda: self._answered(self._menu("open"), lambda a: a.reject())
        yield f"{where}: open what was saved", lambda: page.file_actions.open(key)
        yield f"{where}: back to the former", lambda: self._go_back()
        write_copy(self._left / "copy.toml", self.document.snapshot(), 0)
        yield f"{where}: restore after a crash", self._restore

    @staticmethod
    def _named(asked: QDialog, key: str) -> None:
        asked.key.setText(key)  # type: ignore[attr-defined]
        asked.accept()

    @staticmethod
    def _compared(asked: QDialog) -> None:
        asked.list.setCurrentRow(asked.list.count() - 1)  # type: ignore[attr-defined]
        EditorActs._when_still(asked.accept)

    def _go_back(self) -> None:
        self._answered(self._menu("versions"), self._compared)

    def _restore(self) -> None:
        self.page.file_actions.restore(recovery_copies(self._left)[0])

    # out of the window and back

    def _trying_out(self) -> Iterator[Act]:
        yield "open it again", lambda: self.page.file_actions.open(largest().key)
        yield "try it out", self._menu("play")
        yield "back to the editor", self._window.editor_host.open_editor
        yield "try it out again", self._menu("play")
        yield "back again", self._window.editor_host.open_editor

    def _printing(self, where: str) -> Iterator[Act]:
        yield f"{where}: print, called off", lambda: self._answered(self._menu("print"), self._leafed)
        yield f"{where}: print", lambda: self._answered(self._menu("print"), lambda asked: asked.accept())
        yield f"{where}: picture", lambda: self._answered(self._menu("picture"), lambda asked: asked.accept())

    @staticmethod
    def _leafed(asked: QDialog) -> None:
        """Turn the pages, then close."""
        preview = asked.preview  # type: ignore[attr-defined]
        left = 6

        def on() -> None:
            nonlocal left
            left -= 1
            if left and preview.on.isEnabled():
                preview.turn(1)
                EditorActs._when_still(on, 8)
            else:
                asked.reject()

        EditorActs._when_still(on, 8)

    # in

    def _bringing_over(self) -> Iterator[Act]:
        import_export, folder = self.page.import_export, self._folder
        for name, write in (("tmx", write_tiled), ("tmj", write_tiled), ("geojson", write_geojson)):
            yield (
                f"write {name}",
                lambda name=name, write=write: import_export.write(wide(), folder / f"wide.{name}", write),
            )
        files = (
            folder / "wide.tmx",
            folder / "wide.tmj",
            _wesnoth(folder / "wide.map"),
            _megamek(folder / "wide.board"),
            module(folder / "small.vmod"),
        )
        for path in files:
            for way in ("accept", "reject"):
                yield (
                    f"import {path.suffix}, {way}",
                    lambda path=path, way=way: self._answered(
                        lambda: import_export.import_file(path), lambda asked: getattr(asked, way)()
                    ),
                )
        yield (
            "a map into the open one",
            lambda: self._answered(lambda: import_export.import_file(files[2]), self._into),
        )
        yield "undo that import", self._menu("undo")

    @staticmethod
    def _into(asked: QDialog) -> None:
        asked.into.setChecked(True)  # type: ignore[attr-defined]
        EditorActs._when_still(asked.accept)

    def _tracing(self) -> Iterator[Act]:
        controller, panel = self.page.reference_images.tracing, self.page.reference_images.tracing_panel
        write_geojson(wide(), self._folder / "trace.geojson", silent)
        yield "the wide map again", lambda: self.page.file_actions.open_document(EditorDocument(wide()))
        yield "trace geography", lambda: controller.add(self._folder / "trace.geojson")
        yield "work the terrain out", panel.convert.click
        yield "take it", panel.apply.click
        yield "undo the tracing", self._menu("undo")

    # answering

    @staticmethod
    def _when_still(act: Callable[[], object], rounds: int = 3) -> None:
        """Wait until no background task has run for a moment."""
        timer, quiet = QTimer(QApplication.instance()), 0

        def look() -> None:
            nonlocal quiet
            quiet = 0 if running_tasks() else quiet + 1
            if quiet >= rounds:
                timer.stop()
                timer.deleteLater()
                act()

        timer.timeout.connect(look)
        timer.start(POLL_MS)

    @staticmethod
    def _answered(ask: Callable[[], object], answer: Callable[[QDialog], object]) -> None:
        """Open a dialog, and accept it as soon as it has finished its work."""
        timer, quiet = QTimer(QApplication.instance()), 0

        def look() -> None:
            nonlocal quiet
            shown = QApplication.activeModalWidget()
            is_asked = isinstance(shown, QDialog) and not isinstance(shown, ProgressDialog)
            quiet = quiet + 1 if is_asked and not running_tasks() else 0
            if quiet >= 10 and isinstance(shown, QDialog):
                timer.stop()
                answer(shown)

        timer.timeout.connect(look)
        timer.start(POLL_MS)
        ask()
        timer.stop()
        timer.deleteLater()


def _wesnoth(path: Path) -> Path:
    """A map of 200×200 hexes within its border."""
    codes = ("Gg", "Ww", "Gs^Fp", "Hh", "Mm", "Gg^Vh")
    rows = (", ".join(codes[(x * 7 + y * 3) % 6] for x in range(EDGE + 2)) for y in range(EDGE + 2))
    path.write_text("\n".join(rows), encoding="utf-8")
    return path


def _megamek(path: Path) -> Path:
    """A board of as many hexes."""
    kinds = ("", "woods:1", "water:1", "rough:1;road:1:9", "building:1:2")
    hexes = (
        f'hex {x:03}{y:03} {(x + y) % 3} "{kinds[(x * 5 + y) % 5]}" ""'
        for y in range(1, EDGE + 1)
        for x in range(1, EDGE + 1)
    )
    path.write_text(f"size {EDGE} {EDGE}\n" + "\n".join(hexes) + "\nend\n", encoding="utf-8")
    return path
