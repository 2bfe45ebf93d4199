"""What happened on a side's front since it last decided: shown step by step, as that side may see it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from msgspec import Struct
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.map.counters.counter_art import ink_on
from app.map.map_view import MapView
from app.play.bar_height import WORDS_APART, bar_height
from app.play.elided_labels import Breadcrumb
from app.play.panels.buttons import push_button
from engine.referee.event import Event
from engine.referee.refusal import REFEREE
from engine.referee.seat import Seat
from engine.referee.view import View

MOST_SENTENCES = 3
"""Lines about one step, so that the bar keeps its height; the log has every sentence."""
AROUND = 8
"""Pixels above and below the words."""


class RecapStep(Struct, frozen=True):
    """An action of which the side learns something, and what it learns."""

    step_number: int
    events: tuple[Event, ...]


def recap(seat: Seat, known_from: int = -1) -> tuple[RecapStep, ...]:
    """What others have done since the last decision of this seat; steps up to `known_from` are not known."""
    found = []
    for at in range(seat.actions_taken, max(known_from, 0), -1):
        step = seat.step(at)
        if step.side == seat.side and not step.was_automatic:
            break
        if events := step.events:
            found.append(RecapStep(at, tuple(events)))
    return tuple(reversed(found))


class Traces(Struct, frozen=True):
    """What a step has left on the map: the ways counters went, and hexes where something changed."""

    ways: tuple[tuple[str, str], ...]
    hexes: frozenset[str]


def traces(before: View, after: View) -> Traces:
    """Compare two views of the table by the same side."""
    old = {counter.id: counter for counter in before.counters}
    new = {counter.id: counter for counter in after.counters}
    ways: dict[tuple[str, str], None] = {}
    touched: set[str] = set()
    for unit, counter in new.items():
        was = old.get(unit)
        if was is None or was == counter:
            touched |= {counter.place} if was is None else set()
        elif was.place != counter.place:
            ways[was.place, counter.place] = None
        else:
            touched.add(counter.place)
    touched |= {counter.place for unit, counter in old.items() if unit not in new}
    changed = set(before.markers) ^ set(after.markers)
    touched |= {marker.place.partition("/")[0] for marker in changed}
    return Traces(tuple(ways), frozenset(touched))


def show_traces(view: MapView, left: Traces) -> None:
    """Draw them on the map and bring them into sight."""
    scene = view.map_scene()
    if scene is None:
        return
    is_hex = scene.geometry.is_hex
    ways = [way for way in left.ways if is_hex(way[0]) and is_hex(way[1])]
    places = {place for way in left.ways for place in way} - {place for way in ways for place in way}
    marked = sorted(place for place in left.hexes | places if is_hex(place))
    scene.way.set_paths(ways)
    scene.cursor.set_hexes(marked)
    for place in [*marked, *(way[1] for way in ways)][-1:]:
        view.ensureVisible(scene.geometry.rect(place), 40, 40)


def sentences(events: Sequence[Event], most: int = MOST_SENTENCES) -> str:
    """Events as rich text, a line each, with their cases."""
    shown = events if len(events) <= most else events[: most - 1]
    lines = [
        f"{escape(event.text[:1].upper() + event.text[1:])}"
        + (f" ({escape(event.case)})" if event.case and event.case != REFEREE else "")
        for event in shown
    ]
    if len(events) > len(shown):
        lines.append(f"… and {len(events) - len(shown)} more in the log")
    return "<br>".join(lines)


class RecapBar(QFrame):
    """Stands where the decision will be, and leads through what happened."""

    stepped = Signal(object)
    """The step to show."""
    finished = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("decisionBar")
        self.setAccessibleName("What happened")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._steps: tuple[RecapStep, ...] = ()
        self._at = 0
        self._side = QLabel()
        self._side.setObjectName("sideChip")
        self._side.setAccessibleName("Side that is told")
        self._title = Breadcrumb()  # gives way: the panels beside the map keep their width
        self.words = QLabel()
        self.words.setObjectName("prompt")
        self.words.setAccessibleName("What happened")
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setWordWrap(True)
        self.back = push_button("Back", "The step before (Left)", self._go_back)
        self.next = push_button("Next", "The next step (Right or Enter)", self._go_on)
        self.next.setObjectName("primary")
        self.skip = push_button("Skip", "Go to the decision (Esc)", self.finish)
        text = QVBoxLayout()
        text.setSpacing(1)
        text.addStretch(1)
        text.addWidget(self._title)
        text.addWidget(self.words)
        text.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, AROUND, 12, AROUND)
        layout.setSpacing(12)
        layout.addWidget(self._side)
        layout.addLayout(text, 1)
        for button in (self.back, self.next, self.skip):
            layout.addWidget(button)
        self.hide()

    @property
    def running(self) -> bool:
        """Is somebody being told something?"""
        return not self.isHidden()

    def _keep_height(self) -> None:
        """As high as the longest of what it tells, so that the map does not jump from step to step."""
        lines = 1 + min(MOST_SENTENCES, max(len(step.events) for step in self._steps))
        told = lines * self.fontMetrics().height() + 2 * AROUND + WORDS_APART
        self.setMinimumHeight(max(told, bar_height(self.fontMetrics())))

    def begin(self, name: str, colour: str, steps: Sequence[RecapStep]) -> None:
        """Tell the side of this name what happened."""
        self._steps, self._at = tuple(steps), 0
        self._name = name
        self._keep_height()
        self._side.setText(name)
        self._side.setStyleSheet(f"background: {colour}; color: {ink_on(QColor(colour)).name()};")
        self.show()
        self._show_step()
        self.next.setFocus()

    def finish(self) -> None:
        """Done, or enough of it."""
        if self.running:
            self.hide()
            self.finished.emit()

    def _go_on(self) -> None:
        if self._at + 1 < len(self._steps):
            self._at += 1
            self._show_step()
        else:
            self.finish()

    def _go_back(self) -> None:
        if self._at:
            self._at -= 1
            self._show_step()

    def _show_step(self) -> None:
        step, last = self._steps[self._at], self._at + 1 == len(self._steps)
        self._title.setText(
            f"What happened on the front of {self._name}  ·  {self._at + 1} of {len(self._steps)}"
        )
        self.words.setText(sentences(step.events))
        self.back.setEnabled(self._at > 0)
        self.next.setText("To the decision" if last else "Next")
        self.next.setAccessibleName(self.next.text())
        self.skip.setVisible(not last)
        self.stepped.emit(step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go_on()
        elif event.key() == Qt.Key.Key_Left:
            self._go_back()
        elif event.key() == Qt.Key.Key_Escape:
            self.finish()
        else:
            super().keyPressEvent(event)
            return
        event.accept()
