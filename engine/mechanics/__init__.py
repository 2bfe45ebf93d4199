"""The kit: what no game should write again. This package offers the words of it:

    from engine.mechanics import Menu, Movement, counted, end, order, tell

A name is imported from its module when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.mechanics.advance import Advance as Advance
    from engine.mechanics.arrivals import is_due as is_due
    from engine.mechanics.arrivals import put_off as put_off
    from engine.mechanics.arrivals import take_off_schedule as take_off_schedule
    from engine.mechanics.arrivals import turn_due as turn_due
    from engine.mechanics.board import Board as Board
    from engine.mechanics.board import Piece as Piece
    from engine.mechanics.dice_window import KeepDice as KeepDice
    from engine.mechanics.dice_window import Reroll as Reroll
    from engine.mechanics.dice_window import RollAgain as RollAgain
    from engine.mechanics.dice_window import RollOneAgain as RollOneAgain
    from engine.mechanics.dice_window import Throw as Throw
    from engine.mechanics.losses import TakeLosses as TakeLosses
    from engine.mechanics.losses import begin_losses as begin_losses
    from engine.mechanics.menu import Menu as Menu
    from engine.mechanics.menu import Order as Order
    from engine.mechanics.menu import PickOne as PickOne
    from engine.mechanics.menu import ask_again as ask_again
    from engine.mechanics.menu import change as change
    from engine.mechanics.menu import end as end
    from engine.mechanics.menu import offer as offer
    from engine.mechanics.menu import order as order
    from engine.mechanics.menu import way_out as way_out
    from engine.mechanics.movement import Arrivals as Arrivals
    from engine.mechanics.movement import Go as Go
    from engine.mechanics.movement import Movement as Movement
    from engine.mechanics.movement import contradictions as contradictions
    from engine.mechanics.odds import Chances as Chances
    from engine.mechanics.odds import certain as certain
    from engine.mechanics.odds import dice as dice
    from engine.mechanics.odds import drawn as drawn
    from engine.mechanics.odds import faces as faces
    from engine.mechanics.odds import one_of as one_of
    from engine.mechanics.places import TO_SET_UP as TO_SET_UP
    from engine.mechanics.places import box as box
    from engine.mechanics.places import boxes as boxes
    from engine.mechanics.places import by_place as by_place
    from engine.mechanics.plural import article as article
    from engine.mechanics.plural import counted as counted
    from engine.mechanics.retreat import Retreat as Retreat
    from engine.mechanics.retreat import begin_retreat as begin_retreat
    from engine.mechanics.stacking import Stacking as Stacking
    from engine.mechanics.telling import tell as tell
    from engine.mechanics.walk import Walk as Walk
    from engine.mechanics.walk import tell_move as tell_move

MODULES: Final = {
    "advance": ("Advance",),
    "arrivals": ("is_due", "put_off", "take_off_schedule", "turn_due"),
    "board": ("Board", "Piece"),
    "dice_window": ("KeepDice", "Reroll", "RollAgain", "RollOneAgain", "Throw"),
    "losses": ("TakeLosses", "begin_losses"),
    "menu": ("Menu", "Order", "PickOne", "ask_again", "change", "end", "offer", "order", "way_out"),
    "movement": ("Arrivals", "Go", "Movement", "contradictions"),
    "odds": ("Chances", "certain", "dice", "drawn", "faces", "one_of"),
    "places": ("TO_SET_UP", "box", "boxes", "by_place"),
    "plural": ("article", "counted"),
    "retreat": ("Retreat", "begin_retreat"),
    "stacking": ("Stacking",),
    "telling": ("tell",),
    "walk": ("Walk", "tell_move"),
}
"""The names that each module of this package offers here."""

_MODULE_OF: Final = {name: module for module, names in MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a name of the kit from its module."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
