"""What lies in a hex: terrain, what is printed there, and every counter of the stack with its ratings."""

from __future__ import annotations

from typing import Final, TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.map.counters.counter_art import CounterArt
from app.map.terrain.printed_map import PrintedMap
from app.play.play_controller import PlayController
from engine.referee.view import Counter
from engine.referee.view_change import ViewChange

PICTURE: Final = 56
GAP: Final = 5
ASK: Final = "Nothing is chosen"
HOW: Final = "Click on a hex to read here what is printed on it and which units lie there."
_LIT: Final = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


class _UnitLines(QStyledItemDelegate):
    """The counter, its name in strong letters, and beside it what there is to say of it in quiet ones."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else 300
        room = QRect(0, 0, max(60, width - PICTURE - 3 * GAP), 10_000)
        name, rest = self._parts(option, index)
        high = sum(
            QFontMetrics(font).boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
            for font, text, _ in (name, rest)
            if text
        )
        return QSize(width, max(PICTURE, high) + 2 * GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        style = option.widget.style()
        style.drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        rect: QRect = option.rect.adjusted(GAP, GAP, -GAP, -GAP)
        picture: QIcon = index.data(Qt.ItemDataRole.DecorationRole)
        picture.paint(painter, QRect(rect.left(), rect.top(), PICTURE, PICTURE))
        room = rect.adjusted(PICTURE + GAP, 0, 0, 0)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        for font, text, role in self._parts(option, index):
            painter.setFont(font)
            painter.setPen(option.palette.color(QPalette.ColorRole.HighlightedText if chosen else role))
            used = painter.drawText(room, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop, text)
            room.setTop(used.bottom() + 1)
        painter.restore()

    def _parts(self, option: QStyleOptionViewItem, index: Index) -> tuple[_Part, _Part]:
        name, _, rest = str(index.data(Qt.ItemDataRole.DisplayRole)).partition("\n")
        strong = QFont(option.font)
        strong.setBold(True)
        role = QPalette.ColorRole.Link if index.data(_LIT) else QPalette.ColorRole.Text
        return (strong, name, role), (option.font, rest, QPalette.ColorRole.PlaceholderText)


_Part: TypeAlias = tuple[QFont, str, QPalette.ColorRole]


class Inspector(QWidget):
    """Shows one hex. A counter that can be acted on is acted on by a click, as on the map."""

    unit_clicked = Signal(str)
    menu_wanted = Signal(str, QPoint)
    """A unit was right-clicked: the unit and the point on screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._art = CounterArt()
        self._place = ""
        self._lit: frozenset[str] = frozenset()
        """The units shown that can act."""
        self._heading = QLabel(ASK)
        self._heading.setObjectName("panelHeading")
        self._heading.setWordWrap(True)
        self._printed_map = QLabel()
        self._printed_map.setWordWrap(True)
        self._printed_map.setTextFormat(Qt.TextFormat.PlainText)
        self._printed_map.setObjectName("quiet")
        self.stack = QListWidget()
        self.stack.setAccessibleName("Units in this hex")
        self.stack.setItemDelegate(_UnitLines(self.stack))
        self.stack.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.stack.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.stack.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.stack.setFrameShape(QListWidget.Shape.NoFrame)
        self.stack.itemClicked.connect(self._choose)
        self.stack.itemActivated.connect(self._choose)
        self.stack.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.stack.customContextMenuRequested.connect(self._want_menu)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(4)
        layout.addWidget(self._heading)
        layout.addWidget(self._printed_map)
        layout.addWidget(self.stack, 1)
        layout.addStretch(0)

    @property
    def place(self) -> str:
        """The hex or box that is shown."""
        return self._place

    def shows(self, controller: PlayController, change: ViewChange) -> bool:
        """True if this change concerns what is shown: the place, its hexsides, or who can act there."""
        if any(self._place in place.split("/") for place in change.places):
            return True
        here = controller.counters_at(self._place) if self._place else []
        lit = controller.lit_units()
        return self._lit != {counter.id for counter in here if counter.id in lit}

    def show_place(self, controller: PlayController, printed_map: PrintedMap | None, place: str) -> None:
        """Show a hex or a box; an empty place keeps the heading that asks for one."""
        self._place = place
        counters = controller.counters_at(place) if place else []
        lit = controller.lit_units()
        self._lit = frozenset(counter.id for counter in counters if counter.id in lit)
        self.stack.clear()
        self.stack.setVisible(bool(counters))
        if not place:
            self._heading.setText(ASK)
            self._printed_map.setText(HOW)
            return
        self._heading.setText(self._title(controller, printed_map, place))
        self._printed_map.setText(
            "\n".join((self._printed(printed_map, place), *_laid(controller, place))).strip()
        )
        for counter in reversed(counters):
            face = controller.counter_style.face(counter)
            item = QListWidgetItem(QIcon(self._art.pixmap(face, PICTURE)), describe(counter, controller))
            item.setData(Qt.ItemDataRole.UserRole, counter.id)
            click = "Click to act with this unit" if counter.id in self._lit else ""
            item.setToolTip("\n".join(filter(None, (click, explain_ratings(counter, controller)))))
            item.setData(_LIT, counter.id in self._lit)
            self.stack.addItem(item)

    def _title(self, controller: PlayController, printed_map: PrintedMap | None, place: str) -> str:
        box = next((box for box in controller.view.boxes if box.key == place), None)
        if box is not None:
            return box.title or box.key
        names = (
            [feature.name for feature in printed_map.features.get(place, ()) if feature.name]
            if printed_map
            else []
        )
        names += [label.text for label in printed_map.labels if label.hex == place] if printed_map else []
        number = printed_map.geometry.numbers(place) if printed_map else place
        return " · ".join([f"Hex {number}", *dict.fromkeys(names)])

    def _printed(self, printed_map: PrintedMap | None, place: str) -> str:
        if printed_map is None or not printed_map.geometry.is_hex(place):
            return ""
        lines = [printed_map.kind(place).capitalize()]
        for feature in printed_map.features.get(place, ()):
            value = f" {feature.value}" if feature.value else ""
            lines.append(f"{feature.kind.capitalize()}{value}")
        directions = printed_map.geometry.lattice.direction_names
        sides: dict[str, list[str]] = {}
        for direction, features in sorted(printed_map.sides_of.get(place, {}).items()):
            for feature in features:
                what = f"{feature.kind.capitalize()} {feature.name}".strip()
                sides.setdefault(what, []).append(directions[direction])
        lines += [f"{what}: {', '.join(where)}" for what, where in sides.items()]
        return "\n".join(dict.fromkeys(lines))

    def _want_menu(self, where: QPoint) -> None:
        item = self.stack.itemAt(where)
        if item is not None:
            unit = item.data(Qt.ItemDataRole.UserRole)
            self.menu_wanted.emit(unit, self.stack.viewport().mapToGlobal(where))

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


def explain_ratings(counter: Counter, controller: PlayController) -> str:
    """What the short names of its ratings stand for, as the game describes them."""
    titles = controller.rating_titles
    return "\n".join(f"{name}: {titles[name]}" for name, _ in counter.ratings if name in titles)


def describe(counter: Counter, controller: PlayController) -> str:
    """A counter in words."""
    if not counter.known:
        who = counter.name if counter.short else "Unknown unit"
        return f"{who}, {controller.side_title(counter.side)}"
    what = " ".join(dict.fromkeys(part for part in (counter.kind, counter.size) if part))
    ratings = ", ".join(f"{name} {value}" for name, value in counter.ratings)
    whose = (formation_title(counter, controller), controller.power_title(counter.power))
    lines = [counter.name, ", ".join(filter(None, (what, *whose))), ratings]
    state = list(counter.statuses)
    if counter.full_steps > 1 and not any(name == "steps" for name, _ in counter.ratings):
        state.insert(0, f"{counter.steps} of {counter.full_steps} steps")
    return "\n".join(filter(None, (*lines, ", ".join(state))))
