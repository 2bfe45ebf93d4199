"""One scenario on the start page: picture, facts, description, options and the Play button."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import inf
from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from app.library.balance import BalanceBars
from app.library.dice_words import DiceWords
from app.library.scenario_library import Card, SavedPosition
from app.map.counters.counter_style import CounterStyle
from app.map.map_scene import MapScene
from app.map.scenario_picture import scenario_picture
from app.map.terrain.printed_map import PrintedMap
from app.play.players.player_choice import player_choice
from app.theme.theme import TITLE, enlarge
from engine.bad_input import BadInput
from engine.catalogue.document import Option, ScenarioDocument
from engine.lab.scenario_figures import OUTDATED, figures_of_scenario, is_current, sentence_of
from engine.mechanics.plural import counted
from engine.referee.view import Counter, View

COLUMN_MAX_WIDTH_PX = 400
FRAME_BUDGET_SECONDS = 0.012
"""Time for drawing new parts of the picture per frame."""
NEXT_FRAME_MS = 4
LARGEST_PICTURE_HEXES = 6000
"""Larger maps are shown as a simplified overview."""


def facts(card: Card) -> str:
    """Playing time and size in one line."""
    parts = []
    if card.minutes:
        parts.append(f"{card.minutes} min" if card.minutes < 120 else f"{card.minutes / 60:g} h")
    parts += [counted(card.turns, "turn"), counted(card.units, "unit")]
    return " · ".join(parts)


class MapPicture(QLabel):
    """The map of a scenario with its set-up, scaled to the available size."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Map of the scenario")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(180)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.patient = False
        """Draw the whole picture at once; otherwise it is completed over several frames."""
        self._scene: MapScene | None = None
        self._own: QImage | None = None
        self._desk, self._night = QColor("#d9d2c0"), False
        self._frame_timer = QTimer(self)
        self._frame_timer.setSingleShot(True)
        self._frame_timer.timeout.connect(self._draw)

    def set_look(self, desk: QColor, night: bool) -> None:
        """Apply a light or dark theme."""
        self._desk, self._night = desk, night
        if self._scene is not None:
            self._scene.set_look(desk, night)
            self._draw()

    def show_map(self, document: ScenarioDocument | None, position: bool = False) -> None:
        """Show another map, or none.

        A picture supplied by the author is preferred to the map, but not for the position of a game.
        """
        self._scene = None
        self._own = scenario_picture(document.data) if document is not None and not position else None
        name = "Position of the game" if position else "Map of the scenario"
        self.setAccessibleName("Picture of the scenario" if self._own else name)
        if document is not None and self._own is None:
            printed_map = PrintedMap.of(document)
            self._scene = MapScene(printed_map, CounterStyle.of(document))
            self._scene.set_look(self._desk, self._night)
        self._draw()

    def show_counters(self, counters: Iterable[Counter]) -> None:
        """Show the set-up on the map."""
        if self._scene is not None:
            self._scene.counters.show(counters)
            self._draw()

    def show_view(self, view: View) -> None:
        """Show the position of a game on the map."""
        if self._scene is not None:
            self._scene.show_view(view)
            self._draw()

    def sizeHint(self) -> QSize:
        """The minimum size: the current picture must not keep the window large."""
        return self.minimumSize()

    def minimumSizeHint(self) -> QSize:
        return self.minimumSize()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._scene is not None:
            self._scene.terrain.restart()
        self._draw()

    def _draw(self) -> None:
        if self._own is not None and self.width() >= 40 and self.height() >= 40:
            self.setPixmap(self._fitted(self._own))
            return
        if self._scene is None or self.width() < 40 or self.height() < 40:
            self.setPixmap(QPixmap())
            return
        ratio = self.devicePixelRatioF()
        simplified = len(self._scene.geometry.lattice) > LARGEST_PICTURE_HEXES
        area = self._scene.geometry.bounds if simplified else self._scene.printed_map.area_in_play()
        size = QSize(round(self.width() * ratio), round(self.height() * ratio))
        scale = min(size.width() / area.width(), size.height() / area.height())
        picture = QPixmap(round(area.width() * scale), round(area.height() * scale))
        picture.fill(self._desk)
        if simplified:
            small = self._scene.terrain.overview()
            picture = small.scaled(
                picture.size(),
                Qt.AspectRatioMode.IgnoreAspectRatio,
                Qt.TransformationMode.SmoothTransformation,
            )
        else:
            self._scene.begin_frame(inf if self.patient else FRAME_BUDGET_SECONDS)
            painter = QPainter(picture)
            self._scene.render(painter, QRectF(picture.rect()), area)
            painter.end()
            if not self._scene.is_finished:
                self._frame_timer.start(NEXT_FRAME_MS)
        picture.setDevicePixelRatio(ratio)
        self.setPixmap(picture)

    def _fitted(self, image: QImage) -> QPixmap:
        """The picture scaled down to the available size, never up."""
        ratio = self.devicePixelRatioF()
        room = (self.size() * ratio).boundedTo(image.size() * ratio)
        picture = QPixmap.fromImage(
            image.scaled(room, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
        )
        picture.setDevicePixelRatio(ratio)
        return picture


class ScenarioCard(QFrame):
    """Shows a scenario and starts it, or shows a saved game and continues it."""

    play_wanted = Signal(object, dict, object, dict)
    """The scenario, the chosen options, the contributions of the sides to the dice, and the bots by side."""
    continue_wanted = Signal()
    """Continue the saved game that is shown."""
    rename_wanted = Signal()
    remove_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._card: Card | None = None
        self._choices: dict[str, QCheckBox | QComboBox] = {}
        self.players: dict[str, QComboBox] = {}
        """Who plays each side."""
        self.picture = MapPicture()
        self._title = QLabel()
        self._title.setObjectName("title")
        enlarge(self._title, TITLE)
        self._title.setWordWrap(True)
        self._facts = QLabel()
        self._facts.setObjectName("quiet")
        self._facts.setWordWrap(True)
        self._text = QLabel()
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.balance = BalanceBars()
        self.figures = QLabel()
        self.figures.setAccessibleName("Figures of the balance lab")
        self.figures.setObjectName("quiet")
        self.figures.setWordWrap(True)
        self.figures.setTextFormat(Qt.TextFormat.PlainText)
        self._balance_text = QLabel()
        self._balance_text.setObjectName("quiet")
        self._balance_text.setWordWrap(True)
        self._balance_text.setTextFormat(Qt.TextFormat.PlainText)
        self._options = QWidget()
        self._form = QFormLayout(self._options)
        self._form.setContentsMargins(0, 4, 0, 0)
        self.dice = DiceWords()
        self.dice.unfolded.connect(self._fit_words)
        self.button = QPushButton()
        self.button.setObjectName("primary")
        self.button.setMinimumWidth(160)
        self.button.clicked.connect(self.play)
        self.rename = QPushButton("Rename…")
        self.rename.setAccessibleName("Rename this game")
        self.rename.clicked.connect(self.rename_wanted)
        self.remove = QPushButton("Remove…")
        self.remove.setAccessibleName("Remove this game")
        self.remove.clicked.connect(self.remove_wanted)
        self._saved_buttons = QWidget()
        beside = QHBoxLayout(self._saved_buttons)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.addWidget(self.rename)
        beside.addWidget(self.remove)
        words = QWidget()
        inner = QVBoxLayout(words)
        inner.setContentsMargins(0, 0, 6, 0)
        inner.setSpacing(8)
        for widget in (self._text, self._options, self.dice, self._balance_text):
            inner.addWidget(widget)
        inner.addStretch(1)
        column = QWidget()
        column.setMaximumWidth(COLUMN_MAX_WIDTH_PX)
        column_layout = QVBoxLayout(column)
        column_layout.setContentsMargins(0, 0, 0, 0)
        column_layout.setSpacing(14)
        column_layout.addWidget(self._facts)
        column_layout.addWidget(self.balance)
        column_layout.addWidget(self.figures)
        column_layout.addStretch(1)
        column_layout.addWidget(self._saved_buttons)
        column_layout.addWidget(self.button)
        top = QHBoxLayout()
        top.setSpacing(20)
        top.addWidget(self.picture, 5)
        top.addWidget(column, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 20)
        layout.setSpacing(12)
        layout.addWidget(self._title)
        layout.addLayout(top, 6)
        self._words = _TextArea(words)
        layout.addWidget(self._words, 5)
        self.clear()

    def clear(self) -> None:
        """Show no scenario."""
        self._card = None
        self._set_button("Play", "Play this scenario")
        self.picture.show_map(None)
        self._title.setText("")
        self._facts.setText("")
        self._text.setText("Select a scenario to see it here.")
        self.balance.show_balance(None)
        self.figures.hide()
        self._balance_text.hide()
        self._set_options((), {})
        self.dice.set_sides({})
        self.dice.hide()
        self._saved_buttons.hide()
        self.button.setEnabled(False)

    def show_scenario(
        self,
        card: Card,
        document: ScenarioDocument,
        played: Mapping[str, int] | None = None,
    ) -> None:
        """Show a scenario that can be played, with its win rates."""
        self._card = card
        self._saved_buttons.hide()
        self._set_button("Play", "Play this scenario")
        self._title.setText(card.title)
        level = "●" * card.complexity + "○" * max(0, 5 - card.complexity)
        sides = " against ".join(side.title for side in document.playing_sides)
        parts = [sides, facts(card), f"Complexity {level}" if card.complexity else ""]
        self._facts.setText("\n".join(part for part in parts if part))
        self._facts.setAccessibleName(f"{sides}, {facts(card)}, complexity {card.complexity} of 5")
        self._text.setText(document.description)
        self._show_figures(document, played)
        self._balance_text.setText(document.balance.text)
        self._balance_text.setVisible(bool(document.balance.text))
        self._set_options(
            document.options, {side.key: side.title or side.key for side in document.playing_sides}
        )
        self.dice.set_sides({side.key: side.title for side in document.playing_sides})
        self.dice.show()
        self._words.fit()
        self.button.setEnabled(True)
        try:
            self.picture.show_map(document)
        except BadInput as problem:
            self.show_problem(card, str(problem))

    def _show_figures(self, document: ScenarioDocument, played: Mapping[str, int] | None) -> None:
        """Show what the lab counted, with the command that repeats it."""
        found = figures_of_scenario(document.key)
        self.balance.show_balance(document, played, found)
        words = sentence_of(found, document)
        if found is not None and not is_current(found, document):
            words = f"{words} {OUTDATED}"
        self.figures.setText(words)
        self.figures.setToolTip(f"Repeat it with: {found.command}" if found is not None else "")
        self.figures.show()

    def show_saved(self, title: str, small: str, finished: bool) -> None:
        """Show a saved game whose position is still being read."""
        self.clear()
        self._title.setText(title)
        self._set_facts(small, "Reading the position…")
        self._text.setText("")
        if finished:
            self._set_button("Look at it", "Open this finished game")
        else:
            self._set_button("Continue", "Continue this game")
        self._saved_buttons.show()
        self._words.fit()
        self.button.setEnabled(True)

    def show_position(self, small: str, position: SavedPosition) -> None:
        """Show the position of the saved game: its turn, who acts next or how it ended."""
        document, outcome = position.document, position.outcome
        last = f"{position.to_act} to act" if outcome is None else outcome.text
        scenario = document.title if document is not None else ""
        self._set_facts("" if scenario == self._title.text() else scenario, position.view.turn, last, small)
        self._text.setText(document.description if document is not None else "")
        self._words.fit()
        try:
            self.picture.show_map(document, position=True)
            self.picture.show_view(position.view)
        except BadInput:
            self.picture.show_map(None)

    def show_unread(self, small: str, problem: str) -> None:
        """Show why the position of the saved game cannot be shown."""
        self._set_facts(small)
        self._text.setText(problem)
        self._words.fit()

    def _set_facts(self, *lines: str) -> None:
        shown = [line for line in lines if line]
        self._facts.setText("\n".join(shown))
        self._facts.setAccessibleName(", ".join(("Saved game", *shown)))

    def _set_button(self, text: str, accessible_name: str) -> None:
        self.button.setText(text)
        self.button.setAccessibleName(accessible_name)

    def show_problem(self, card: Card, problem: str) -> None:
        """Show why a scenario cannot be read."""
        self.clear()
        self._title.setText(card.title)
        self._text.setText(problem)

    def play(self) -> None:
        """Start a game with the current options, or continue the saved game that is shown."""
        if not self.button.isEnabled():
            return
        if self._card is not None:
            self.play_wanted.emit(self._card, self.options(), self.dice.committed(), self.bots())
        else:
            self.continue_wanted.emit()

    def _fit_words(self) -> None:
        if hasattr(self, "_words"):
            self._words.fit()

    def bots(self) -> dict[str, str]:
        """The sides that bots will play, with the name of each bot."""
        return {side: box.currentData() for side, box in self.players.items() if box.currentData()}

    def options(self) -> dict[str, Any]:
        """The chosen value of each option."""
        return {
            key: choice.isChecked() if isinstance(choice, QCheckBox) else choice.currentData()
            for key, choice in self._choices.items()
        }

    def _set_options(self, options: tuple[Option, ...], sides: Mapping[str, str]) -> None:
        while self._form.rowCount():
            self._form.removeRow(0)
        self._choices = {}
        self.players = {side: player_choice(title) for side, title in sides.items()}
        for side, box in self.players.items():
            self._form.addRow(sides[side], box)
        for option in options:
            title = option.title or option.key
            choice: QCheckBox | QComboBox
            if option.choices:
                choice = QComboBox()
                for value in option.choices:
                    choice.addItem(str(value), value)
                choice.setCurrentIndex(max(0, choice.findData(option.default)))
                self._form.addRow(title, choice)
            elif isinstance(option.default, bool):
                choice = QCheckBox(title)
                choice.setChecked(option.default)
                self._form.addRow(choice)
            else:
                continue
            choice.setAccessibleName(title)
            choice.setToolTip(option.text)
            self._choices[option.key] = choice
        self._options.setVisible(bool(self._choices or self.players))
        for before, after in pairwise((self.button, *self.players.values(), *self._choices.values())):
            self.setTabOrder(before, after)


class _TextArea(QScrollArea):
    """As high as its text, so that the picture gets the rest of the height; scrolls if needed."""

    def __init__(self, words: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(words)
        self.viewport().setAutoFillBackground(False)
        words.setAutoFillBackground(False)

    def fit(self) -> None:
        """Update the height after the text has changed."""
        words = self.widget()
        layout = words.layout() if words is not None else None
        assert layout is not None
        layout.activate()
        self.setMaximumHeight(max(60, layout.totalHeightForWidth(self.viewport().width()) + 4))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()
