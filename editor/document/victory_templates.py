"""Victory conditions that many scenarios have, made from a few answers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import Struct

from editor.document.keys import new_key
from engine.catalogue.document import Band, Plain, VictoryCondition
from engine.mechanics.plural import counted

HOLD, EXIT, POINTS, DESTROYED = "hold hexes", "exit", "points", "destroyed"


class VictoryTemplate(Struct, frozen=True):
    """What it asks for: hexes, a number, a turn."""

    key: str
    title: str
    number: str = ""
    """What the number means; empty if none is asked for."""
    asks_hexes: bool = False
    asks_turn: bool = False


TEMPLATES: Final = (
    VictoryTemplate(HOLD, "Hold a number of these hexes at the end", "Hexes to hold", asks_hexes=True),
    VictoryTemplate(EXIT, "Bring units into these hexes, such as an exit", "Units needed", asks_hexes=True),
    VictoryTemplate(POINTS, "Reach a number of points by a turn", "Points needed", asks_turn=True),
    VictoryTemplate(DESTROYED, "Leave the enemy without units"),
)


class VictoryAnswers(Struct, frozen=True):
    """The answers to a template: who wins by it, against whom, and its numbers."""

    side: str
    enemy: str
    title: str
    """What the side is called."""
    hexes: tuple[str, ...] = ()
    number: int = 1
    turn: int | None = None
    objective: str = "objective"
    """The kind of places that are worth points."""
    otherwise: bool = False
    """Does the enemy win if the condition is not met at the end?"""


def problem(template: VictoryTemplate, answers: VictoryAnswers) -> str:
    """Why no condition can be made of these answers; empty if one can."""
    if template.asks_hexes and not answers.hexes:
        return "Name the hexes, or pick them."
    if template.key == HOLD and answers.number > len(answers.hexes):
        named = len(answers.hexes)
        verb = "is" if named == 1 else "are"
        return f"{counted(answers.number, 'hex')} must be held, but only {named} {verb} named."
    if template.key == DESTROYED and not answers.enemy:
        return "There is no enemy."
    return ""


def conditions(
    template: VictoryTemplate, answers: VictoryAnswers, taken: Collection[str]
) -> list[VictoryCondition]:
    """The conditions, with keys that are free."""
    side, number, of = answers.side, answers.number, answers.hexes
    key = new_key(f"{side} {template.key}", taken)
    won = f"{answers.title} wins"
    if template.key == HOLD:
        test: Plain = {"at_least": ({"count": {"control": side, "of": of}}, number)}
        title = f"{answers.title} holds {number} of {counted(len(of), 'hex')}"
        made = [VictoryCondition(key, "end", title, test, winner=side, level=won)]
    elif template.key == EXIT:
        test = {"at_least": ({"units": {"side": side, "of": of}}, number)}
        title = f"{counted(number, 'unit')} of {answers.title} in {', '.join(of[:4])}"
        made = [VictoryCondition(key, "turn", title, test, winner=side, level=won)]
    elif template.key == POINTS:
        score: Plain = {"points": {"control": side, "of": answers.objective}}
        title = f"{answers.title} holds {counted(number, 'point')}"
        if answers.turn is None:
            bands = (Band(won, side, number), Band("No victory", answers.enemy, None, number - 1))
            return [VictoryCondition(key, "end", title, score=score, bands=bands)]
        test = {"at_least": (score, number)}
        made = [VictoryCondition(key, "turn", title, test, winner=side, level=won, last=answers.turn)]
    else:
        test = {"equal": ({"units": {"side": answers.enemy}}, 0)}
        made = [VictoryCondition(key, "turn", "The enemy has no unit left", test, winner=side, level=won)]
    if answers.otherwise and answers.enemy:
        last = new_key(f"{side} {template.key} not met", {*taken, key})
        title = f"{answers.title} has not done it by the end"
        always: Plain = {"at_least": (1, 1)}
        level = f"{answers.title} fails"
        made.append(VictoryCondition(last, "end", title, always, winner=answers.enemy, level=level))
    return made
