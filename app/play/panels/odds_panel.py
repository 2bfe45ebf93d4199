"""The combat panel: what an attack is made of and what may come of it, and afterwards what the dice said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from time import perf_counter
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from app.map.counters.counter_style import NEUTRAL_COLOUR
from app.play.panels import odds_text
from app.play.panels.dice_art import DiceRow, Die, dice_of
from app.play.play_controller import PlayController
from app.play.targets import Offer
from app.report.plot_style import Colours, OutcomeBars, PlotLoader, side_numbers
from engine.referee.action import Action
from engine.referee.preview import PossibleOutcome, Preview
from engine.referee.visible_log import LogLine

MOST_LOOKS: Final = 16
MOST_LOOKS_PER_ORDER: Final = 4
"""If so many targets of one order leave nothing to chance, the others hardly do."""
LONGEST_LOOK: Final = 0.012
"""Seconds that may go into looking for a telling offer among those with a target; pointing finds any."""
MOST_SENTENCES: Final = 8
ASK: Final = "Point at an attack, or build one: its odds appear here."
SEVERAL: Final = "Several things here are up to chance: point at one to see its odds."


class Prospect(Struct, frozen=True):
    """An offer whose outcome is up to chance."""

    offer: Offer
    preview: Preview


def telling(controller: PlayController) -> list[Prospect]:
    """The offers with outcomes, at most two; one that needs no target is what the whole decision builds up
    to, and stands for all. Of several the last is it: what adds to an attack is offered before its end.
    Whether an attack is built must not depend on how busy the machine is, so those are always looked at."""
    if controller.asked_in_secret:  # What a player looks at more closely could tell what he will choose.
        return []
    plain = [offer for offer in controller.offers if offer.action.kind == "none"]
    looks: Counter[str] = Counter()
    aimed = []
    for offer in controller.offers:
        if offer.action.kind != "none" and looks[offer.action.verb] < MOST_LOOKS_PER_ORDER:
            looks[offer.action.verb] += 1
            aimed.append(offer)
    for offer in reversed(plain):
        preview = controller.preview(offer.action)
        if preview is not None and preview.outcomes:
            return [Prospect(offer, preview)]
    found: list[Prospect] = []
    until = perf_counter() + LONGEST_LOOK
    for offer in aimed[:MOST_LOOKS]:
        if perf_counter() > until or len(found) == 2:
            break
        preview = controller.preview(offer.action)
        if preview is not None and preview.outcomes:
            found.append(Prospect(offer, preview))
    return found


class LastRoll(Struct, frozen=True):
    """The dice that fell last, and the sentences from there on."""

    step_number: int
    dice: tuple[Die, ...]
    lines: tuple[LogLine, ...]


def last_roll(lines: Sequence[LogLine]) -> LastRoll | None:
    """What the log tells about the last dice: those of one action, and all that has come of them."""
    for at in range(len(lines) - 1, -1, -1):
        if lines[at].event.dice:
            step_number = lines[at].step_number
            first = at
            while first > 0 and lines[first - 1].step_number == step_number:
                first -= 1
            dice = [die for line in lines[first:] for die in dice_of(line.event)]
            return LastRoll(step_number, tuple(dice), tuple(lines[first : first + MOST_SENTENCES]))
    return None


class OddsPanel(QScrollArea):
    """Live while an attack is built. It shows previews, which roll nothing and betray nothing."""

    case_clicked = Signal(str)
    """The number of a case was clicked: whoever has the rulebook opens it."""
    building = Signal(bool)
    """An attack is being built, or no longer is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Odds")
        self._heading = self._label("panelHeading", "Odds")
        self._lead = self._label("", "What is at stake")
        self._losses = self._label("", "Expected losses")
        self._parts = self._label("", "Strengths and modifiers")
        self._rolled = self._label("panelHeading", "Last roll")
        self.dice = DiceRow()
        self._result = self._label("", "Result of the last roll")
        self._bars: OutcomeBars | None = None
        self._controller: PlayController | None = None
        self._live: list[Prospect] = []
        self._shown: Prospect | None = None
        self._roll: LastRoll | None = None
        body = QWidget()
        self._layout = QVBoxLayout(body)
        self._layout.setContentsMargins(10, 8, 10, 8)
        self._layout.setSpacing(6)
        for part in (
            *(self._heading, self._lead, self._losses, self._parts),
            *(self._rolled, self.dice, self._result),
        ):
            self._layout.addWidget(part)
        self._layout.addStretch(1)
        self.setWidget(body)
        self.loader = PlotLoader(self)
        self.loader.ready.connect(self.load_now)
        self._ask(ASK)
        self._show_roll()

    def _label(self, name: str, spoken: str) -> QLabel:
        label = QLabel()
        label.setObjectName(name)
        label.setAccessibleName(spoken)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setWordWrap(True)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        label.linkActivated.connect(self.case_clicked)
        return label

    # feeding

    def show_odds(self, controller: PlayController, lines: Sequence[LogLine]) -> None:
        """Read the decision and the end of the log anew."""
        self._controller = controller
        was_building = self.is_building
        self._live = telling(controller)
        if self.is_building != was_building:
            self.building.emit(self.is_building)
        self._roll = last_roll(lines)
        self._show_roll()
        self.consider(None)

    def consider(self, action: Action | None) -> None:
        """Show the odds of an offer that is pointed at; None goes back to the attack being built."""
        controller = self._controller
        if controller is None:
            return
        prospect = self._pointed(controller, action) if action is not None else None
        if prospect is None and len(self._live) == 1:
            prospect = self._live[0]
        self._shown = prospect
        self._show_prospect()

    def _pointed(self, controller: PlayController, action: Action) -> Prospect | None:
        offer = next((offer for offer in controller.offers if offer.action == action), None)
        preview = controller.preview(action) if offer is not None else None
        if offer is None or preview is None or not preview.outcomes:
            return None
        return Prospect(offer, preview)

    @property
    def prospect(self) -> Prospect | None:
        """What is shown now."""
        return self._shown

    @property
    def is_building(self) -> bool:
        """Does the decision build up to something whose losses are up to chance?"""
        return any(
            prospect.offer.action.kind == "none" and prospect.preview.expected_losses()
            for prospect in self._live
        )

    @property
    def in_front(self) -> bool:
        """Can the panel be read, or do others lie on top of it? What it shows counts: it covers the panel."""
        inside = (self.viewport(), self.widget())
        return any(part is not None and not part.visibleRegion().isEmpty() for part in inside)

    @property
    def is_fresh(self) -> bool:
        """Did the last action on the table throw dice?"""
        controller, roll = self._controller, self._roll
        return controller is not None and roll is not None and roll.step_number == len(controller.session)

    def load_now(self) -> None:
        """Draw the outcomes as bars from now on."""
        if self._bars is None:
            self._bars = OutcomeBars(Colours.of(self))
            self._layout.insertWidget(2, self._bars.plot)
            self._show_prospect()

    # showing

    def _show_prospect(self) -> None:
        prospect, controller = self._shown, self._controller
        if prospect is None or controller is None:
            self._ask(SEVERAL if len(self._live) > 1 else ASK)
            if self._bars is not None:
                self._bars.plot.hide()
            return
        self.loader.start()
        preview = prospect.preview
        self._heading.setText(escape(prospect.offer.label))
        self._heading.show()
        sides, title = controller.session.sides, controller.side_title
        in_words = odds_text.outcomes(preview.outcomes) if self._bars is None else ""
        self._lead.setText(odds_text.lead(preview))
        self._losses.setText(in_words + odds_text.expected(preview, sides, title))
        self._parts.setText(odds_text.parts(preview, title))
        for text in (self._lead, self._losses, self._parts):
            text.setVisible(bool(text.text()))
        if self._bars is not None:
            self._bars.show(self._rows(preview.outcomes, controller), self._room())
            self._bars.plot.show()

    def _ask(self, words: str) -> None:
        """Nothing is foretold: say how that changes."""
        for text in (self._heading, self._losses, self._parts):
            text.hide()
        self._lead.setText(escape(words))
        self._lead.show()

    def _room(self) -> int:
        return self.viewport().width() - 20

    def _rows(
        self, outcomes: Iterable[PossibleOutcome], controller: PlayController
    ) -> list[tuple[str, Fraction, str, int]]:
        numbers = side_numbers(controller.session.sides)
        return [
            (
                odds_text.sentence(outcome.text),
                outcome.probability,
                controller.counter_style.colour(outcome.winner) if outcome.winner else NEUTRAL_COLOUR,
                numbers.get(outcome.winner, len(numbers)),
            )
            for outcome in outcomes
        ]

    def _show_roll(self) -> None:
        roll = self._roll
        self.dice.show_dice(roll.dice if roll is not None else ())
        self._rolled.setVisible(roll is not None)
        self._result.setVisible(roll is not None)
        if roll is not None:
            self._rolled.setText("Last roll")
            self._result.setText("".join(odds_text.told(line.event) for line in roll.lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if (
            self._bars is not None
            and self._shown is not None
            and event.size().width() != event.oldSize().width()
        ):
            self._show_prospect()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_bars", None) is not None:
            self._recolour()

    def _recolour(self) -> None:
        assert self._bars is not None
        if self._bars.colours.paper != self.palette().color(QPalette.ColorRole.Base):
            self._bars.restyle(Colours.of(self))
            self._show_prospect()
