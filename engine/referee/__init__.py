"""How any game is played. This package offers the vocabulary of a rule writer:

    from engine.referee import Action, Choice, Refusal, State, Transaction, case

A name is imported from its module when it is first asked for, so that `import engine.referee.action` alone
does not load the others.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from engine.referee.action import Action as Action
    from engine.referee.event import Event as Event
    from engine.referee.frame import CANCEL as CANCEL
    from engine.referee.frame import ENDING_VERBS as ENDING_VERBS
    from engine.referee.frame import PASS as PASS
    from engine.referee.frame import Alternating as Alternating
    from engine.referee.frame import Choice as Choice
    from engine.referee.frame import Frame as Frame
    from engine.referee.frame import Procedure as Procedure
    from engine.referee.frame import Simultaneous as Simultaneous
    from engine.referee.frame import side_of as side_of
    from engine.referee.game import Game as Game
    from engine.referee.game import Opening as Opening
    from engine.referee.marks import Mark as Mark
    from engine.referee.marks import mark_value as mark_value
    from engine.referee.marks import marked as marked
    from engine.referee.marks import marks_on as marks_on
    from engine.referee.marks import subjects_with as subjects_with
    from engine.referee.modifier import Cap as Cap
    from engine.referee.modifier import Modifier as Modifier
    from engine.referee.modifier import signed as signed
    from engine.referee.modifier import total as total
    from engine.referee.outcome import Outcome as Outcome
    from engine.referee.position import Position as Position
    from engine.referee.preview import PossibleOutcome as PossibleOutcome
    from engine.referee.preview import Preview as Preview
    from engine.referee.preview import Price as Price
    from engine.referee.preview import Strength as Strength
    from engine.referee.refusal import Refusal as Refusal
    from engine.referee.refusal import RulesBug as RulesBug
    from engine.referee.refusal import case as case
    from engine.referee.schedule import Cup as Cup
    from engine.referee.schedule import Due as Due
    from engine.referee.schedule import due as due
    from engine.referee.state import Keyed as Keyed
    from engine.referee.state import Scenario as Scenario
    from engine.referee.state import State as State
    from engine.referee.state import Table as Table
    from engine.referee.state import derived as derived
    from engine.referee.transaction import Transaction as Transaction
    from engine.referee.view import Boundary as Boundary
    from engine.referee.view import Box as Box
    from engine.referee.view import Counter as Counter
    from engine.referee.view import Marker as Marker
    from engine.referee.view import Overlay as Overlay
    from engine.referee.view import Trace as Trace
    from engine.referee.view import Track as Track
    from engine.referee.view import View as View
    from engine.referee.view import Zone as Zone

MODULES: Final = {
    "action": ("Action",),
    "event": ("Event",),
    "frame": (
        "Alternating",
        "CANCEL",
        "Choice",
        "ENDING_VERBS",
        "Frame",
        "PASS",
        "Procedure",
        "Simultaneous",
        "side_of",
    ),
    "game": ("Game", "Opening"),
    "marks": ("Mark", "mark_value", "marked", "marks_on", "subjects_with"),
    "modifier": ("Cap", "Modifier", "signed", "total"),
    "outcome": ("Outcome",),
    "position": ("Position",),
    "preview": ("PossibleOutcome", "Preview", "Price", "Strength"),
    "refusal": ("Refusal", "RulesBug", "case"),
    "schedule": ("Cup", "Due", "due"),
    "state": ("Keyed", "Scenario", "State", "Table", "derived"),
    "transaction": ("Transaction",),
    "view": ("Boundary", "Box", "Counter", "Marker", "Overlay", "Trace", "Track", "View", "Zone"),
}
"""The names that each module of this package offers here."""

_MODULE_OF: Final = {name: module for module, names in MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a name of the vocabulary from its module."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
