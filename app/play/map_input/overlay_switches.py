"""Which overlays lie on the map, and their letters: plain for one's own side, with Shift for the others."""

from __future__ import annotations

from collections.abc import Iterable, Set
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.overlays.overlay_lines import BOUNDARY, BROKEN
from app.map.overlays.overlay_style import KINDS, OverlayStyle, style_of
from app.play.map_input.map_note import TableNote
from app.play.map_input.overlay_legend import LegendRow, OverlayLegend
from engine.referee.view import Overlay

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from app.play.table_game import TableGame

CONTROL: Final = "control"
START: Final = "start"
POINT: Final = "point"
"""The switch of what the game shows for the hex that is pointed at."""
FREE_LETTERS: Final = "XYUOQ"
"""For kinds of overlays that have no letter of their own."""


class Switch(Struct, frozen=True):
    """One overlay as the menu lists it; `keys` is empty where it has no letter."""

    key: str
    title: str
    on: bool
    keys: str


class OverlaySwitches(QObject):
    """What can be laid over the map: what the game offers, who holds what, and the start line."""

    def __init__(self, game: TableGame, view: MapView, note: TableNote, parent: QWidget) -> None:
        """The letters are shortcuts of `parent`."""
        super().__init__(parent)
        self._game, self._view, self._note = game, view, note
        self._on: set[str] = set()
        self.legend = OverlayLegend(view.viewport())
        self._offered: tuple[object, str | None, list[Overlay]] = (None, None, [])
        self._numbers: dict[str, int] = {}
        """Which colour and pattern each overlay has."""
        self._is_new = False
        self._pointed = ""
        """The hex that was pointed at last."""
        view.hex_hovered.connect(lambda hex_id, _: self._point_at(hex_id))
        letters = dict.fromkeys([*(kind.letter for kind in KINDS.values()), *FREE_LETTERS])
        for letter in letters:
            for keys, others in ((letter, False), (f"Shift+{letter}", True)):
                shortcut = QShortcut(QKeySequence(keys), parent)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.activated.connect(partial(self.press, letter, others))

    def begin(self, controller: PlayController) -> None:
        """Another game: only its start line is shown."""
        document = controller.document
        self._is_new = True
        self._numbers = {}
        self._pointed = ""
        self._on = {START} if document is not None and document.start_lines else set()

    def all(self) -> list[Switch]:
        """Everything that can be laid over this map."""
        controller = self._game.controller
        if controller is None:
            return []
        found = [(o.key, o.title, o.kind, o.side) for o in self._overlays(controller)]
        letters = _letters(kind for _, _, kind, _ in found)
        own = self._own(controller)
        return [
            Switch(key, title, key in self._on, _keys(letters.get(kind, ""), side not in ("", own)))
            for key, title, kind, side in found
        ] + self._own_switches(controller)

    def _own_switches(self, controller: PlayController) -> list[Switch]:
        """What the window makes itself, without asking the game."""
        document, found = controller.document, {}
        if document is not None and document.start_lines:
            found[START] = "Start line"
        if controller.overlay_from_hex:
            found[POINT] = controller.overlay_from_hex
        if controller.view.control or self._has_victory_hexes():
            found[CONTROL] = "Control and victory hexes"
        return [Switch(key, title, key in self._on, KINDS[key].letter) for key, title in found.items()]

    def _has_victory_hexes(self) -> bool:
        from app.map.terrain.feature_art import is_objective

        printed_map = self._game.printed_map
        return printed_map is not None and any(
            is_objective(feature.kind) for there in printed_map.features.values() for feature in there
        )

    def _own(self, controller: PlayController) -> str:
        return controller.viewing_side or next(iter(controller.session.sides), "")

    def _point_at(self, hex_id: str) -> None:
        """What belongs to one hex follows the pointer, and stays when the pointer leaves the map."""
        if hex_id and hex_id != self._pointed:
            self._pointed = hex_id
            if POINT in self._on:
                self.lay()

    def set(self, key: str, on: bool) -> None:
        """Lay an overlay over the map or take it off."""
        (self._on.add if on else self._on.discard)(key)
        self.lay()

    def press(self, letter: str, others: bool) -> None:
        """A letter: everything with it that is meant goes on, or off if all of it is on."""
        controller, keys = self._game.controller, _keys(letter, others)
        if controller is None:
            return
        meant = [switch for switch in self._own_switches(controller) if switch.keys == keys]
        meant = meant or [switch for switch in self.all() if switch.keys == keys]
        if not meant:
            title = next((kind.title for kind in KINDS.values() if kind.letter == letter), "such overlay")
            whose = " of the other side" if others else ""
            self._note.tell(f"This game has no {title}{whose} to show")
            return
        on = not all(switch.on for switch in meant)
        for switch in meant:
            (self._on.add if on else self._on.discard)(switch.key)
        self.lay()

    def lay(self) -> None:
        """Show exactly what is on."""
        scene, controller = self._view.map_scene(), self._game.controller
        if scene is None or controller is None:
            return
        if self._is_new:  # The table is laid first, and the window listens; then comes the start line.
            self._is_new = False
            self.legend.show_rows([])
            QTimer.singleShot(0, self, self.lay)
            return
        laid = self._laid(controller)
        scene.show_overlays(laid)
        scene.show_control(controller.view.control if CONTROL in self._on else None)
        self._draw_start_lines(scene, controller)
        self.legend.show_rows(self._rows(controller, laid))

    def _rows(self, controller: PlayController, laid: list[tuple[int, Overlay]]) -> list[LegendRow]:
        """The key to what is on; the start line, which has its names written on it, needs none."""
        counter_style = controller.counter_style
        rows = [
            LegendRow(style := style_of(o.kind, o.side, number, counter_style), o.title, _dashes(o, style))
            for number, o in laid
        ]
        if CONTROL in self._on:
            sides = controller.session.sides
            rows += [
                LegendRow(style_of(CONTROL, side, 0, counter_style), f"Held by {controller.side_title(side)}")
                for side in sides
            ]
        return rows

    def _overlays(self, controller: PlayController) -> list[Overlay]:
        """What the game offers now, asked once for each position: supply for a whole front takes its time."""
        if not self._is_current(controller):
            offered = controller.overlays()
            self._offered = (controller.view, controller.viewing_side, offered)
            self._numbers = {overlay.key: number for number, overlay in enumerate(offered)}
        return self._offered[2]

    def _is_current(self, controller: PlayController) -> bool:
        view, viewing_side, _ = self._offered
        return view is controller.view and viewing_side == controller.viewing_side

    def _laid(self, controller: PlayController) -> list[tuple[int, Overlay]]:
        """What is on, each with the number that it has among all: nothing else is asked for."""
        keys = self._on - {CONTROL, START, POINT}
        return [*self._offered_among(controller, keys), *self._laid_from_hex(controller)]

    def _laid_from_hex(self, controller: PlayController) -> list[tuple[int, Overlay]]:
        """What the game shows for the hex that is pointed at."""
        if POINT not in self._on or not self._pointed:
            return []
        return list(enumerate(controller.overlays_from(self._pointed)))

    def _offered_among(self, controller: PlayController, keys: Set[str]) -> list[tuple[int, Overlay]]:
        if not keys:
            return []
        known = self._is_current(controller) or not keys <= self._numbers.keys()
        offered = self._overlays(controller) if known else controller.overlays(keys)
        return [(self._numbers[o.key], o) for o in offered if o.key in keys]

    def _draw_start_lines(self, scene: MapScene, controller: PlayController) -> None:
        document = controller.document
        lines = document.start_lines if document is not None and START in self._on else ()
        if bool(lines) != (scene.start_lines is not None):
            titles = {side: controller.side_title(side) for side in controller.session.sides}
            scene.show_start_lines(lines, titles)


def _dashes(overlay: Overlay, style: OverlayStyle) -> tuple[float, ...] | None:
    if overlay.hexes or overlay.zones:
        return None
    return BOUNDARY if overlay.boundaries else BROKEN if style.broken else ()


def _letters(kinds: Iterable[str]) -> dict[str, str]:
    """The letter of each kind; those without one of their own share out the free ones."""
    free = iter(FREE_LETTERS)
    return {kind: KINDS[kind].letter if kind in KINDS else next(free, "") for kind in dict.fromkeys(kinds)}


def _keys(letter: str, others: bool) -> str:
    return f"Shift+{letter}" if letter and others else letter
