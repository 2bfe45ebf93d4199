"""What would come of whatever is pointed at, shown without doing it: way, price, odds, aim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPointF

from app.map.map_view import MapView
from app.play.targets import Offer
from engine.mechanics.plural import mixed
from engine.referee.action import Action

if TYPE_CHECKING:
    from app.play.map_input.commitment import Commitment
    from app.play.map_input.map_note import TableNote
    from app.play.map_input.unit_drag import Dragging
    from app.play.panels.odds_panel import OddsPanel
    from app.play.play_controller import PlayController
    from app.play.table_game import TableGame

MAP_KINDS: Final = ("hex", "marker", "region")
"""What a pointer that rests on a hex can mean; units are meant by a click alone."""
MOST_CONSIDERED: Final = 5
"""Things that can be done in one hex whose outcome is shown while it is pointed at."""


class Foresight(QObject):
    """Follows the pointer over the map, and whatever else points at an action."""

    def __init__(
        self,
        game: TableGame,
        view: MapView,
        note: TableNote,
        odds: OddsPanel,
        dragging: Dragging,
        commitment: Commitment,
    ) -> None:
        super().__init__(view)
        self._game, self._view, self._note = game, view, note
        self._odds, self._dragging, self._commitment = odds, dragging, commitment
        view.hex_hovered.connect(self.hex_hovered)
        view.hexside_hovered.connect(self.hexside_hovered)

    def hex_hovered(self, hex_id: str, point: QPointF) -> None:
        """The pointer rests on a hex; empty for none."""
        scene, controller = self._view.map_scene(), self._game.controller
        if scene is None or controller is None:
            return
        if self._dragging.carrying is not None:
            self._dragging.consider(hex_id)
            return
        self._consider_all(controller.offers_at(hex_id) if hex_id else [])

    def _consider_all(self, offers: list[Offer]) -> None:
        """Show what would come of whatever can be done with what is pointed at."""
        controller = self._game.controller
        found = sorted(offers, key=lambda offer: offer.action.kind not in MAP_KINDS)
        self.consider(found[0].action if found else None)
        if controller is not None and len(found) > 1:
            self._consider_several(controller, found)

    def unit_hovered(self, unit: str) -> None:
        """The pointer rests on a unit in a box."""
        self._consider_all(
            self._game.controller.offers_for_unit(unit) if self._game.controller is not None else []
        )

    def box_hovered(self, box: str) -> None:
        """The pointer rests on a box."""
        targets = self._game.controller.targets if self._game.controller is not None else None
        self._consider_all(targets.by_box.get(box, []) if targets is not None else [])

    def hexside_hovered(self, hexside: str) -> None:
        """The pointer rests near a hexside."""
        targets = self._game.controller.targets if self._game.controller is not None else None
        offers = targets.by_side.get(hexside, []) if targets is not None else []
        if offers:
            self._consider_all(offers)

    def consider(self, action: Action | None) -> None:
        """Show what would come of an action, without doing it."""
        self._odds.consider(action)
        scene, controller = self._view.map_scene(), self._game.controller
        if scene is None or controller is None:
            return
        preview = controller.preview(action) if action is not None else None
        chance = preview is not None and bool(preview.outcomes)
        self.aim_at(controller, action if chance else None)
        drawn = (controller.drawn_by(action), controller.outlined_by(action)) if action is not None else ((),)
        scene.show_draft(*drawn)
        if preview is None:
            scene.show_way(())
            if self._note.foretells:
                self._note.hide()
            return
        cost = mixed(preview.cost) if preview.cost is not None else ""
        scene.show_way(preview.path, cost)
        label = next((offer.label for offer in controller.offers if offer.action == action), str(action))
        self._note.foretell(preview, label, controller.side_title, brief=self._odds.in_front)

    def _consider_several(self, controller: PlayController, offers: list[Offer]) -> None:
        """Several things can be done there: show what would come of each, and the odds of the first."""
        shown = [(offer, controller.preview(offer.action)) for offer in offers[:MOST_CONSIDERED]]
        known = [(offer, preview) for offer, preview in shown if preview is not None]
        chance = next((offer for offer, preview in known if preview.outcomes), None)
        if chance is not None:
            self._odds.consider(chance.action)
            self.aim_at(controller, chance.action)
        self._note.foretell_several([(offer.label, preview) for offer, preview in known])

    def aim_at(self, controller: PlayController, action: Action | None) -> None:
        """Mark what is pointed at as a target and join the acting units to it; not while a choice waits."""
        if not self._commitment.chosen:
            self._commitment.show_aim(controller, controller.place_of(action) if action is not None else "")
