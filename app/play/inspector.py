"""What lies in a hex: terrain, what is printed there, and every counter of the stack with its ratings."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.map.counter_art import CounterArt
from app.map.ground import Ground
from app.play.play_controller import PlayController
from engine.referee.view import Counter

PICTURE: Final = 56
ASK: Final = "Nothing is chosen"
HOW: Final = "Click on a hex to read here what is printed on it and which units lie there."


class Inspector(QWidget):
    """Shows one hex. A counter that can be acted on is acted on by a click, as on the map."""

    unit_clicked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._art = CounterArt()
        self._place = ""
        self._heading = QLabel(ASK)
        self._heading.setObjectName("panelHeading")
        self._heading.setWordWrap(True)
        self._ground = QLabel()
        self._ground.setWordWrap(True)
        self._ground.setTextFormat(Qt.TextFormat.PlainText)
        self._ground.setObjectName("quiet")
        self.stack = QListWidget()
        self.stack.setAccessibleName("Units in this hex")
        self.stack.setIconSize(QSize(PICTURE, PICTURE))
        self.stack.setWordWrap(True)
        self.stack.setSpacing(1)
        self.stack.setFrameShape(QListWidget.Shape.NoFrame)
        self.stack.itemClicked.connect(self._choose)
        self.stack.itemActivated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(4)
        layout.addWidget(self._heading)
        layout.addWidget(self._ground)
        layout.addWidget(self.stack, 1)
        layout.addStretch(0)

    @property
    def place(self) -> str:
        """The hex or box that is shown."""
        return self._place

    def show_place(self, controller: PlayController, ground: Ground | None, place: str) -> None:
        """Show a hex or a box; an empty place keeps the heading that asks for one."""
        self._place = place
        counters = controller.counters_at(place) if place else []
        self.stack.clear()
        self.stack.setVisible(bool(counters))
        if not place:
            self._heading.setText(ASK)
            self._ground.setText(HOW)
            return
        self._heading.setText(self._title(controller, ground, place))
        self._ground.setText("\n".join((self._printed(ground, place), *_laid(controller, place))).strip())
        lit = controller.lit_units()
        for counter in reversed(counters):
            face = controller.uniform.face(counter)
            item = QListWidgetItem(QIcon(self._art.pixmap(face, PICTURE)), describe(counter, controller))
            item.setData(Qt.ItemDataRole.UserRole, counter.id)
            item.setToolTip("Click to act with this unit" if counter.id in lit else "")
            font = item.font()
            font.setBold(counter.id in lit)
            item.setFont(font)
            self.stack.addItem(item)

    def _title(self, controller: PlayController, ground: Ground | None, place: str) -> str:
        box = next((box for box in controller.view.boxes if box.key == place), None)
        if box is not None:
            return box.title or box.key
        names = [feature.name for feature in ground.features.get(place, ()) if feature.name] if ground else []
        names += [label.text for label in ground.labels if label.hex == place] if ground else []
        return " · ".join([f"Hex {place}", *dict.fromkeys(names)])

    def _printed(self, ground: Ground | None, place: str) -> str:
        if ground is None or not ground.geometry.is_hex(place):
            return ""
        lines = [ground.kind(place).capitalize()]
        for feature in ground.features.get(place, ()):
            value = f" {feature.value}" if feature.value else ""
            lines.append(f"{feature.kind.capitalize()}{value}")
        directions = ground.geometry.lattice.direction_names
        sides: dict[str, list[str]] = {}
        for direction, features in sorted(ground.sides_of.get(place, {}).items()):
            for feature in features:
                what = f"{feature.kind.capitalize()} {feature.name}".strip()
                sides.setdefault(what, []).append(directions[direction])
        lines += [f"{what}: {', '.join(where)}" for what, where in sides.items()]
        return "\n".join(dict.fromkeys(lines))

    def _choose(self, item: QListWidgetItem) -> None:
        self.unit_clicked.emit(item.data(Qt.ItemDataRole.UserRole))


def _laid(controller: PlayController, place: str) -> list[str]:
    """The markers in a hex and on its sides."""
    found = []
    for marker in controller.view.markers:
        if place in marker.place.split("/"):
            whose = f", {controller.side_title(marker.side)}" if marker.side else ""
            at = f" at {marker.place}" if "/" in marker.place else ""
            found.append(f"{(marker.text or marker.kind).capitalize()}{at}{whose}")
    return found


def formation_title(counter: Counter, controller: PlayController) -> str:
    """The name of a counter's formation as the scenario prints it."""
    document = controller.document
    printed = {f.key: f.title for f in document.formations if f.title} if document is not None else {}
    return printed.get(counter.formation, counter.formation)


def describe(counter: Counter, controller: PlayController) -> str:
    """A counter in words."""
    if not counter.known:
        who = counter.name if counter.short else "Unknown unit"
        return f"{who}, {controller.side_title(counter.side)}"
    first = " ".join(part for part in (counter.name, counter.size) if part)
    lines = [first]
    kinds = [part for part in (counter.kind, formation_title(counter, controller)) if part]
    details = ", ".join([*kinds, *(f"{name} {value}" for name, value in counter.ratings)])
    if details:
        lines.append(details)
    state = list(counter.statuses)
    if counter.full_steps > 1 and not any(name == "steps" for name, _ in counter.ratings):
        state.insert(0, f"{counter.steps} of {counter.full_steps} steps")
    if state:
        lines.append(", ".join(state))
    return "\n".join(lines)
