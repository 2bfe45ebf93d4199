"""Screenshots of the map: a fanned-out stack, a dragged unit, overlays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TYPE_CHECKING, Final

from app.map.geometry import HEX_SIZE
from app.map.map_view import READABLE
from app.play.map_input.drag_targets import Hand, hand_with

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.library.scenario_library import Card
    from app.main_window import MainWindow
    from app.play.play_controller import PlayController

SEED: Final = "the hand on the map"
MOST_ACTIONS: Final = 60
LETTERS: Final = ("ZS", "BV")
"""Keys of overlays that are shown together, for both sides."""


def screens(
    window: MainWindow, cards: Iterable[Card], settle: Callable[[], None]
) -> Iterator[tuple[str, QWidget]]:
    """Use the scenario with the most units; the current game is restored afterwards."""
    table = window.table
    before = table.controller.session if table.controller is not None else None
    fullest = max(cards, key=lambda card: card.units, default=None)
    if fullest is None:
        return
    window.game.play(window.library.set_up(fullest, seed=SEED))
    controller, printed_map = table.controller, table.printed_map
    assert controller is not None
    carried, hand = _until_something_moves(controller)
    if hand is None or printed_map is None:
        return
    stacks = Counter(
        counter.place for counter in controller.view.counters if printed_map.geometry.is_hex(counter.place)
    )
    stack = max(stacks, key=lambda place: (stacks[place], place))
    table.map.set_scale(1.6 * READABLE / HEX_SIZE)
    table.map.centerOn(printed_map.geometry.centre(stack))
    settle()  # a map that scrolls closes the fan
    table.fan.open(stack)
    settle()
    yield "fan", window
    table.fan.stop()
    target = sorted(hand.ways)[-1]
    table.map.centerOn(printed_map.geometry.centre(target))
    table.dragging.pick_up(carried, table.map.mapFromScene(printed_map.geometry.centre(target)))
    table.dragging.consider(target)
    settle()
    yield "drag", window
    table.dragging.cancel()
    for number, letters in enumerate(LETTERS, start=1):
        _press(window, letters)
        settle()
        yield f"overlays-{number}", window
        _press(window, letters)
    table.note.hide()
    if before is not None:
        window.game.play(before)


def _until_something_moves(controller: PlayController) -> tuple[str, Hand | None]:
    """Play at random until a unit on the map can be dragged."""
    chance = Random(SEED)
    for _ in range(MOST_ACTIONS):
        lit = sorted(controller.lit_units() | controller.subjects())
        for unit in lit[:6]:
            hand = hand_with(controller, unit)
            if hand is not None and len(hand.ways) > 5:
                return unit, hand
        if not controller.offers:
            break
        controller.act(chance.choice(controller.offers).action)
    return "", None


def _press(window: MainWindow, letters: str) -> None:
    """Press each key for both sides, if the game has the overlay."""
    offered = {switch.keys for switch in window.table.overlays.all()}
    for letter in letters:
        for keys, others in ((letter, False), (f"Shift+{letter}", True)):
            if keys in offered:
                window.table.overlays.press(letter, others)
