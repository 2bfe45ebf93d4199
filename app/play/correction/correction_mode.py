"""Correcting the position: both players agree by name, the table lies open, and the history tells it all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.background.progress_dialog import run_in_background
from app.map.counters.counter_layer import EDGE
from app.play.correction.correction_panel import EditPanel
from app.play.map_input.unit_drag import CarriedUnits
from app.play.play_controller import PlayController
from engine.referee.correction_draft import CorrectionDraft
from engine.referee.hidden_information import open_table_shows_more
from engine.referee.ruling import LONGEST_NAME
from engine.referee.session import Refused

if TYPE_CHECKING:
    from app.play.play_page import PlayPage


class OpenTableDialog(QDialog):
    """Asks each side, by name, whether the table may be laid open."""

    def __init__(
        self, sides: Mapping[str, str], players: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Correct the position")
        words = QLabel(
            "A position is corrected by agreement. While that is done the whole table lies open: each player "
            "sees what the other has hidden. Every change is shown before it is made, and the log tells it, "
            "with the names of those who agreed. It can be taken back only with the consent of both."
        )
        words.setWordWrap(True)
        self.names: dict[str, QLineEdit] = {}
        self.ticks: dict[str, QCheckBox] = {}
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        for row, (side, title) in enumerate(sides.items()):
            name = self.names[side] = QLineEdit(players.get(side, ""))
            name.setAccessibleName(f"Who agrees for {title}")
            name.setPlaceholderText("Name")
            name.setMaxLength(LONGEST_NAME)
            name.textChanged.connect(lambda _: self._look())
            tick = self.ticks[side] = QCheckBox("agrees that the table lies open")
            tick.setAccessibleName(f"{title} agrees that the table lies open")
            tick.toggled.connect(lambda _: self._look())
            for column, widget in enumerate((QLabel(title), name, tick)):
                form.addWidget(widget, row, column)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self._ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._ok.setText("Lay the table open")
        self._ok.setMinimumWidth(self._ok.sizeHint().width() + 30)  # the default button is written in bold
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 16)
        layout.setSpacing(14)
        layout.addWidget(words)
        layout.addLayout(form)
        layout.addWidget(self.buttons)
        width = max(520, 80 * self.fontMetrics().averageCharWidth())
        self.setMinimumSize(width, layout.totalHeightForWidth(width))
        self._look()

    def consent(self) -> dict[str, str]:
        """Each side and who agreed for it."""
        return {side: name.text().strip() for side, name in self.names.items()}

    def _look(self) -> None:
        agreed = all(tick.isChecked() for tick in self.ticks.values())
        self._ok.setEnabled(agreed and all(self.consent().values()))


class RefereeEdit(QObject):
    """The mode in which the position of the game on the table is corrected."""

    ended = Signal()
    """The table belongs to the deciding side again."""

    def __init__(self, table: PlayPage, player: Callable[[str], str]) -> None:
        super().__init__(table)
        self._table = table
        self._player = player
        self._consent: dict[str, str] = {}
        self._controller: PlayController | None = None
        self._draft: CorrectionDraft | None = None
        self._secrets = False
        self._pressed: tuple[str, QPoint] | None = None
        self._dragging = False
        self._carried = CarriedUnits(table.map.viewport())
        self.dialog: OpenTableDialog | None = None
        self.bar = QFrame()
        self.bar.setObjectName("decisionBar")
        self._words = QLabel()
        self._words.setObjectName("prompt")
        self._words.setWordWrap(True)
        inside = QVBoxLayout(self.bar)
        inside.setContentsMargins(12, 10, 12, 10)
        inside.addWidget(self._words)
        self.bar.hide()
        self.panel = EditPanel()
        self.panel.changed.connect(self._show)
        self.panel.chosen.connect(self._point)
        self.panel.applied.connect(self.apply)
        self.panel.discarded.connect(self._give_up)
        table.map.hex_clicked.connect(lambda place, _: self._choose_at(place))
        layout = table.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.insertWidget(0, self.bar)
        layout.addWidget(self.panel)

    @property
    def running(self) -> bool:
        """Is the position being corrected?"""
        return self._draft is not None

    def ask(self, controller: PlayController, parent: QWidget) -> None:
        """Ask both sides, and begin when they agree."""
        sides = {side: controller.side_title(side) for side in controller.session.sides}
        names = {side: name for side, title in sides.items() if (name := self._player(side)) != title}
        dialog = self.dialog = OpenTableDialog(sides, names, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.begin(controller, dialog.consent()))
        dialog.finished.connect(lambda _: setattr(self, "dialog", None))
        dialog.open()

    def begin(self, controller: PlayController, consent: dict[str, str]) -> None:
        """Lay the table open and correct it."""
        self._controller, self._consent = controller, consent
        self._secrets = open_table_shows_more(controller.session)
        self._draft = CorrectionDraft(controller.session)
        names = " and ".join(consent.values())
        self._words.setText(
            f"The table lies open, as {names} agreed. Drag a counter to another hex, or change what is below."
        )
        self._table.bar.hide()
        self._table.note.hide()
        self.bar.show()
        self._table.map.viewport().installEventFilter(self)
        titles = {side: f"{name} ({controller.side_title(side)})" for side, name in consent.items()}
        self.panel.begin(self._draft, titles)
        self._show()

    def _show(self) -> None:
        if self._controller is not None and self._draft is not None:
            self._controller.lay_open(self._draft)
            if self.panel.record is not None:
                self._point(self.panel.record.key)

    def _point(self, key: str) -> None:
        """Ring the counter whose record is looked at."""
        scene, draft = self._table.map.map_scene(), self._draft
        if scene is not None and draft is not None:
            counter = draft.view.counter(key)
            on_map = counter is not None and scene.geometry.is_hex(counter.place)
            scene.cursor.set_hexes([counter.place] if counter is not None and on_map else [])
            if counter is not None and on_map:
                self._table.map.ensureVisible(scene.geometry.rect(counter.place), 20, 20)

    # the end

    def apply(self) -> None:
        """One step of the history, if the game can go on from there."""
        if self._draft is None:
            return
        session = self._draft.session
        correction = self._draft.correction(self._consent, self.panel.reason.text())
        judged = run_in_background(
            self.panel, "Correction", "Trying the position…", lambda _: session.judge(correction)
        )
        if judged.problem:
            self.panel.tell(judged.problem)
        elif isinstance(judged.value, Refused):
            self.panel.tell("\n".join(refusal.why for refusal in judged.value.refusals[:3]))
        elif judged.succeeded:
            session.enter(judged.value)
            self._end()
            self.ended.emit()

    def discard(self) -> None:
        """Leave the position as it is. Where something hidden was seen, the log says that it was."""
        if self._draft is not None:
            if self._secrets:
                nothing = CorrectionDraft(self._draft.session).correction(self._consent)
                self._draft.session.rule(nothing)
            self._end()

    def _give_up(self) -> None:
        self.discard()
        self.ended.emit()

    def _end(self) -> None:
        controller, self._draft = self._controller, None
        self._table.map.viewport().removeEventFilter(self)
        self.panel.hide()
        self.bar.hide()
        self._table.bar.show()
        self._table.map.setFocus()
        scene = self._table.map.map_scene()
        if scene is not None:
            scene.cursor.set_hexes([])
        if controller is not None:
            controller.lay_open(None)
        self._controller = None

    # counters under the hand

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QMouseEvent) or self._draft is None:
            return super().eventFilter(watched, event)
        left = Qt.MouseButton.LeftButton
        here = event.position().toPoint()
        if event.type() == QEvent.Type.MouseButtonPress and event.button() == left:
            return self._press(here)
        if event.type() == QEvent.Type.MouseMove and self._pressed is not None:
            far = (here - self._pressed[1]).manhattanLength() >= QApplication.startDragDistance()
            if far and not self._dragging:
                self._lift(self._pressed[0])
            if self._dragging:
                self._carried.follow(here)
                self._light(self._table.map.hex_under(here))
            return True
        if event.type() == QEvent.Type.MouseButtonRelease and self._pressed is not None:
            self._drop(here)
            return True
        return super().eventFilter(watched, event)

    def _press(self, here: QPoint) -> bool:
        ids = self._units_at(self._table.map.hex_under(here))
        if not ids:
            return False
        record = self.panel.record
        held = record.key if record is not None and record.key in ids else ids[0]
        self._pressed = (held, here)
        return True

    def _lift(self, unit: str) -> None:
        """Take a counter into the hand."""
        scene, counter = self._table.map.map_scene(), self._draft.view.counter(unit) if self._draft else None
        self._dragging = True
        if scene is not None and counter is not None and self._controller is not None:
            edge = round(EDGE * self._table.map.scale_now)
            self._carried.take([self._controller.counter_style.face(counter)], edge, scene.geometry.flat)

    def _drop(self, here: QPoint) -> None:
        assert self._pressed is not None
        (unit, start), dragged = self._pressed, self._dragging
        self._pressed, self._dragging = None, False
        self._carried.hide()
        self._light("")
        place = self._table.map.hex_under(here)
        if dragged and place:
            self.panel.move_unit(unit, place)
        elif not dragged:
            self._choose_at(self._table.map.hex_under(start))

    def _choose_at(self, place: str) -> None:
        """A click takes the topmost counter, a further click the one below it."""
        ids = self._units_at(place)
        record = self.panel.record
        at = ids.index(record.key) + 1 if record is not None and record.key in ids else 0
        if ids:
            self.panel.choose(ids[at % len(ids)])

    def _units_at(self, place: str) -> list[str]:
        """The counters of a stack, the topmost first."""
        if self._draft is None or not place:
            return []
        return [counter.id for counter in reversed(self._draft.view.counters) if counter.place == place]

    def _light(self, place: str) -> None:
        scene = self._table.map.map_scene()
        if scene is not None:
            scene.lit.set_hexes([place] if place else [])
