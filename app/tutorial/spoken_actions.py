"""The actions of a worked example in words: names of units and places, not the ids of a file."""

from __future__ import annotations

from app.play.play_controller import PlayController
from engine.referee.action import KINDS
from engine.referee.play_on import phase_named


def spoken(spelling: str, controller: PlayController) -> str:
    """`select us-4-arm` as `Select US 4 Arm`, `until combat` as `Play on until combat`."""
    phase = phase_named(spelling)
    if phase:
        return f"Play on until {phase}"
    verb, *rest = spelling.split(None, 2)
    if len(rest) == 2 and rest[0] in KINDS[1:]:
        rest = rest[1:]
    words = verb.replace("_", " ").replace("-", " ").capitalize()
    return f"{words} {_target(' '.join(rest), controller)}".rstrip()


def _target(name: str, controller: PlayController) -> str:
    """A unit by its name, a hex by its number and what is printed there, everything else as it is spelled."""
    counter = controller.view.counter(name)
    if counter is not None:
        return counter.name
    if name in controller.session.sides:
        return controller.side_title(name)
    box = next((box.title for box in controller.view.boxes if box.key == name), "")
    return box or controller.place_name(name)
