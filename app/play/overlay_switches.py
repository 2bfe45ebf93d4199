"""Which overlays lie on the map, and their letters: plain for one's own side, with Shift for the others."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut

from app.map.map_scene import MapScene
from app.map.overlay_style import KINDS
from engine.referee.view import Overlay

if TYPE_CHECKING:
    from app.play.play_controller import PlayController
    from app.play.play_page import PlayPage

CONTROL: Final = "control"
START: Final = "start"
FREE_LETTERS: Final = "XYUOQ"
"""For kinds of overlays that have no letter of their own."""


@dataclass(frozen=True, slots=True)
class Switch:
    """One overlay as the menu lists it; `keys` is empty where it has no letter."""

    key: str
    title: str
    on: bool
    keys: str


class OverlaySwitches(QObject):
    """What can be laid over the map: what the game offers, who holds what, and the start line."""

    def __init__(self, table: PlayPage) -> None:
        super().__init__(table)
        self._table = table
        self._on: set[str] = set()
        letters = dict.fromkeys([*(kind.letter for kind in KINDS.values()), *FREE_LETTERS])
        for letter in letters:
            for keys, others in ((letter, False), (f"Shift+{letter}", True)):
                shortcut = QShortcut(QKeySequence(keys), table)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                shortcut.activated.connect(partial(self.press, letter, others))

    def begin(self, controller: PlayController) -> None:
        """Another game: only its start line is shown."""
        document = controller.document
        self._on = {START} if document is not None and document.start_lines else set()

    def all(self) -> list[Switch]:
        """Everything that can be laid over this map."""
        controller = self._table.controller
        if controller is None:
            return []
        offered = controller.overlays()
        found = [(o.key, o.title, o.kind, o.side) for o in offered]
        document = controller.document
        if document is not None and document.start_lines:
            found.append((START, "Start line", START, ""))
        if controller.view.control or self._has_victory_hexes():
            found.append((CONTROL, "Control and victory hexes", CONTROL, ""))
        letters = _letters(kind for _, _, kind, _ in found)
        own = self._own(controller)
        return [
            Switch(key, title, key in self._on, _keys(letters.get(kind, ""), side not in ("", own)))
            for key, title, kind, side in found
        ]

    def _has_victory_hexes(self) -> bool:
        from app.map.feature_art import is_objective

        ground = self._table.ground
        return ground is not None and any(
            is_objective(feature.kind) for there in ground.features.values() for feature in there
        )

    def _own(self, controller: PlayController) -> str:
        return controller.chair or next(iter(controller.session.state.scenario.sides), "")

    def set(self, key: str, on: bool) -> None:
        """Lay an overlay over the map or take it off."""
        (self._on.add if on else self._on.discard)(key)
        self.lay()

    def press(self, letter: str, others: bool) -> None:
        """A letter: everything with it that is meant goes on, or off if all of it is on."""
        meant = [switch for switch in self.all() if switch.keys == _keys(letter, others)]
        if not meant:
            title = next((kind.title for kind in KINDS.values() if kind.letter == letter), "such overlay")
            whose = " of the other side" if others else ""
            self._table.note.tell(f"This game has no {title}{whose} to show")
            return
        on = not all(switch.on for switch in meant)
        for switch in meant:
            (self._on.add if on else self._on.discard)(switch.key)
        self.lay()

    def lay(self) -> None:
        """Show exactly what is on."""
        scene, controller = self._table.map.map_scene(), self._table.controller
        if scene is None or controller is None:
            return
        offered: Iterable[tuple[int, Overlay]] = enumerate(controller.overlays()) if self._on else ()
        scene.show_overlays((number, overlay) for number, overlay in offered if overlay.key in self._on)
        scene.show_control(controller.view.control if CONTROL in self._on else None)
        self._draw_start_lines(scene, controller)

    def _draw_start_lines(self, scene: MapScene, controller: PlayController) -> None:
        document = controller.document
        lines = document.start_lines if document is not None and START in self._on else ()
        if bool(lines) != (scene.start_lines is not None):
            titles = {side: controller.side_title(side) for side in controller.session.state.scenario.sides}
            scene.show_start_lines(lines, titles)


def _letters(kinds: Iterable[str]) -> dict[str, str]:
    """The letter of each kind; those without one of their own share out the free ones."""
    free = iter(FREE_LETTERS)
    return {kind: KINDS[kind].letter if kind in KINDS else next(free, "") for kind in dict.fromkeys(kinds)}


def _keys(letter: str, others: bool) -> str:
    return f"Shift+{letter}" if letter and others else letter
