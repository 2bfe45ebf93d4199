"""Choose, see, confirm: an action at which dice fall is shown first and done when it is confirmed.

So is one that leaves something undone. One rule for all of them: the button confirms, or Enter, or the same
choice again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout

from app.map.map_view import MapView
from app.play.map_input.map_card import MapCard
from app.play.panels import odds_text
from app.play.panels.buttons import push_button
from engine.referee.first_roll import CHIT, FirstRoll

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from app.play.stake import Stake
    from app.play.table_game import TableGame
    from engine.referee.action import Action

WIDTH: Final = 340
MOST_OUTCOMES: Final = 6
MOST_FORGOTTEN: Final = 10


class ConfirmCard(MapCard):
    """What was chosen, what may come of it, and two buttons."""

    confirmed = Signal()
    cancelled = Signal()
    case_clicked = Signal(str)

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.setObjectName("questionPanel")
        self.setAccessibleName("Confirm")
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.setWordWrap(True)
        self.words.setAccessibleName("What was chosen")
        self.words.linkActivated.connect(self.case_clicked)
        self.confirm = push_button("Confirm", "Do it (Enter, or the same click again)", self.confirmed.emit)
        self.confirm.setObjectName("primary")
        self.cancel = push_button("Cancel", "Choose something else (Esc)", self.cancelled.emit)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.cancel)
        row.addWidget(self.confirm)
        layout = self._layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 12, 14, 12)
        layout.addWidget(self.words)
        layout.addLayout(row)

    def show_choice(self, label: str, stake: Stake | None, forgotten: Sequence[str]) -> None:
        """Tell what was chosen, what is left to chance, and what could still be done instead."""
        chance = _chance_html(stake) if stake is not None else ""
        self.words.setText(f"<b>{escape(label)}</b>{chance}{_forgotten_html(forgotten)}")
        self.confirm.setText("Continue anyway" if forgotten else "Confirm")
        self.cancel.setText("Not yet" if forgotten else "Cancel")

    def fit_to(self, room: QSize) -> None:
        width = min(WIDTH, room.width())
        self.words.setMinimumSize(0, 0)  # Else the room that the last words had would be asked for again.
        self.words.setFixedWidth(width - 28)
        self.words.setFixedHeight(self.words.heightForWidth(width - 28))
        self.setFixedSize(width, min(self._layout.totalSizeHint().height(), room.height()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            (self.cancelled if self.cancel.hasFocus() else self.confirmed).emit()
        else:
            super().keyPressEvent(event)


def _chance_html(stake: Stake) -> str:
    preview, roll = stake.preview, stake.roll
    prices = "".join(f"<div>Uses {escape(str(price))}</div>" for price in preview.prices)
    outcomes = odds_text.outcomes(preview.outcomes[:MOST_OUTCOMES])
    more = len(preview.outcomes) - MOST_OUTCOMES
    rest = f"<div>and {more} more in the odds panel</div>" if more > 0 else ""
    falls = _falls_html(roll) if roll is not None and not (preview.outcomes or preview.odds) else ""
    return f"{odds_text.lead(preview)}{prices}{outcomes}{rest}{falls}"


def _falls_html(roll: FirstRoll) -> str:
    if not roll.why:
        return "<p>Then dice fall.</p>"
    happens = "one is drawn unseen" if roll.what == CHIT else "dice fall"
    what = "" if roll.what == CHIT or roll.what in roll.why else f" ({roll.what})"
    return f"<p>Then {happens}: {escape(roll.why + what)} {odds_text.link(roll.case)}</p>"


def _forgotten_html(forgotten: Sequence[str]) -> str:
    if not forgotten:
        return ""
    lines = [f"{line[:1].upper()}{line[1:]}" for line in forgotten[:MOST_FORGOTTEN]]
    if len(forgotten) > MOST_FORGOTTEN:
        lines.append(f"and {len(forgotten) - MOST_FORGOTTEN} more")
    return "<p>This can still be done:</p>" + "".join(f"<div>• {escape(line)}</div>" for line in lines)


class Commitment(QObject):
    """Holds the action that was chosen and not confirmed yet."""

    def __init__(self, game: TableGame, view: MapView, act: Callable[..., None]) -> None:
        """`act` does what was confirmed."""
        super().__init__(view)
        self._game, self._view, self._act = game, view, act
        self.is_needed: Callable[[], bool] = lambda: True
        """Must the player confirm? An expert can do without it."""
        self._chosen: tuple[Action, ...] = ()
        self.card = ConfirmCard(view)
        self.card.confirmed.connect(self.confirm)
        self.card.cancelled.connect(self.cancel)
        game.about_to_change.connect(self.cancel)

    @property
    def chosen(self) -> tuple[Action, ...]:
        """What waits to be confirmed; empty if nothing does."""
        return self._chosen

    def holds_back(self, actions: tuple[Action, ...], forgotten: Sequence[str] = ()) -> bool:
        """Show what was chosen if it must be confirmed first; chosen again, it is confirmed."""
        controller, again = self._game.controller, actions == self._chosen
        self.cancel()
        if controller is None or again:
            return False
        stake = controller.at_stake(actions) if self.is_needed() else None
        if stake is None and not forgotten:
            return False
        self._choose(controller, actions, stake, forgotten)
        return True

    def _choose(
        self,
        controller: PlayController,
        actions: tuple[Action, ...],
        stake: Stake | None,
        forgotten: Sequence[str],
    ) -> None:
        self._chosen = actions
        last = actions[-1]
        offers = {offer.action: offer.label for offer in controller.offers}
        self.card.show_choice(offers.get(last, str(last)), stake, forgotten)
        target = controller.place_of(last) or next(iter(controller.whereabouts()), "")
        self.show_aim(controller, target)
        acting = controller.places_of(controller.subjects()) if target else []
        self.card.lie_beside([target.partition("/")[0], *acting] if target else [])
        first = self.card.cancel if forgotten else self.card.confirm  # Enter forgets nothing.
        first.setFocus()

    def show_aim(self, controller: PlayController, target: str) -> None:
        """Mark a target and join to it the units that act on it; an empty target takes the marks away."""
        scene = self._view.map_scene()
        if scene is None:
            return
        hexes = [place for place in target.split("/") if scene.geometry.is_hex(place)]
        sides = [target] if "/" in target else []
        scene.aim.set_hexes([] if sides else hexes, sides)
        starts = dict.fromkeys(controller.places_of(controller.subjects())) if hexes else ()
        scene.aims.set_paths([(start, hexes[-1]) for start in starts if start != hexes[-1]])

    def confirm(self) -> None:
        """Do what was chosen."""
        chosen = self._chosen
        if chosen:
            self._act(*chosen)

    def cancel(self) -> None:
        """Take the choice back."""
        if not self._chosen:
            return
        self._chosen = ()
        had_focus = self.card.confirm.hasFocus() or self.card.cancel.hasFocus()
        self.card.hide()
        controller = self._game.controller
        if controller is not None:
            self.show_aim(controller, "")
        if had_focus:
            self._view.setFocus()
