"""What a worked example claims of the table afterwards, under `then`.

Each key names a thing that the open table shows; the value is what it must be:

    "4AD.place" = "2314"          where a unit is: a hex, or the key of a box. In the same way: side, name,
                                  kind, size, formation, steps, full_steps, facing, known
    "4AD.ratings.attack" = "6"    a rating as the counter shows it (6 without quotes means the same)
    "4AD.statuses" = ["moved"]    exactly these statuses, in any order
    "4AD.has" = "disrupted"       this status among others; a list asks for all of them. `lacks`: none of them
    "4AD.gone" = true             not on the table; false: still there
    "track.supply" = 3            the value of a track
    "control.2314" = "german"     who holds a hex, "" for nobody
    "marker.bridge-1" = "2314"    where a marker lies, "" for nowhere
    "features.2314/2315" = ["bridge blown"]    what play has changed on a hex or hexside, [] for nothing
    "overlay.supply.allied" = ["2314", "2315"] the hexes that an overlay colors or draws lines through
    "decision.side" = "german"    who decides next. `decision.frame`: what about, by the name of its class;
                                  `decision.prompt`: some words of the question. `decision.across`: whether
                                  it is asked across the table, without the hand-over screen (true or false)
    "turn" = "Turn 2"             the turn as the table shows it
    "over" = true                 the game has ended
    "winner" = "allied"           it has ended and this side has won, "" for a draw

`"view.german.4AD.known" = false` asks what one side sees instead of the open table. Nested tables mean the
same: `4AD = { place = "2314", steps = 1 }`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.session import Session
from engine.referee.view import Counter, View

_TEXTS: Final = ("place", "side", "name", "kind", "size", "formation")
_NUMBERS: Final = ("steps", "full_steps", "facing")
_COUNTER_TYPES: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(_TEXTS, (str,)),
    **dict.fromkeys(_NUMBERS, (int,)),
    **dict.fromkeys(("known", "gone"), (bool,)),
    **dict.fromkeys(("statuses", "has", "lacks"), (str, list)),
}
_TABLE_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "track": (str, int),
    "control": (str,),
    "marker": (str,),
    "features": (str, list),
    "overlay": (str, list),
}
_WHOLE_TYPES: Final[dict[str, tuple[type, ...]]] = {"turn": (str,), "over": (bool,), "winner": (str,)}
_DEEPEST: Final = 8
_DECISION: Final[dict[str, tuple[type, ...]]] = {
    **dict.fromkeys(("side", "frame", "prompt"), (str,)),
    "across": (bool,),
}


class Claim(Record):
    """One line of `then`: whose view, which thing, which of its properties, and the value expected."""

    key: str
    side: str
    subject: str
    name: str
    expected: Any

    def failure(self, session: Session) -> str | None:
        """A sentence about what was found instead; None if the claim is true."""
        if self.side and self.side not in session.state.scenario.sides:
            raise BadInput(f"`{self.key}` under `then`: there is no side {self.side!r:.60}")
        view = session.view(self.side or None)
        judge = _JUDGES.get(self.subject)
        if judge is not None:
            return judge(self, session, view)
        return _judge_unit(self, view.counter(self.subject))

    def differs(self, found: Any) -> str | None:
        """The sentence if what was found is not what was expected."""
        if found == self.expected and isinstance(found, bool) == isinstance(self.expected, bool):
            return None
        return f"{self.key} should be {_shown(self.expected)}, but is {_shown(found)}"


def claims(then: Mapping[str, Any]) -> tuple[Claim, ...]:
    """Read `then`; BadInput if a key means nothing or its value is of the wrong kind."""
    return tuple(_claim(key, value) for key, value in _flat(then, ""))


def _flat(table: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            if above.count(".") > _DEEPEST:
                raise BadInput(f"{above!r:.60} under `then` has too many tables in one another")
            yield from _flat(value, f"{above}{key}.")
        else:
            yield above + key, value


def _claim(key: str, value: Any) -> Claim:
    side, rest = "", key
    if key.startswith("view."):
        _, side, rest = (*key.split(".", 2), "", "")[:3]
    subject, name, types = _meaning(rest)
    if not types or (key.startswith("view.") and not side):
        raise BadInput(f"{key!r:.60} under `then` is nothing that can be looked at")
    if type(value) not in types or (isinstance(value, list) and not all(type(v) is str for v in value)):
        kinds = " or ".join(
            {str: "text", int: "whole number", bool: "true/false", list: "list of texts"}[t] for t in types
        )
        raise BadInput(f"{key!r:.60} under `then` should be a {kinds}, but is {value!r:.60}")
    if name in ("statuses", "has", "lacks") or subject in ("features", "overlay"):
        value = tuple(sorted([value] if isinstance(value, str) else value))
    elif types == (str, int):
        value = str(value)
    return Claim(key, side, subject, name, value)


def _meaning(key: str) -> tuple[str, str, tuple[type, ...]]:
    """The thing, its property and the types its value may have; no types, no meaning."""
    if key in _WHOLE_TYPES:
        return key, "", _WHOLE_TYPES[key]
    first, _, rest = key.partition(".")
    if first in _TABLE_TYPES and rest:
        return first, rest, _TABLE_TYPES[first]
    if first == "decision":
        return first, rest, _DECISION.get(rest, ())
    unit, found, rating = key.rpartition(".ratings.")
    if found and unit and rating:
        return unit, f"ratings.{rating}", (str, int)
    unit, _, name = key.rpartition(".")
    return unit, name, _COUNTER_TYPES.get(name, ()) if unit else ()


def _judge_unit(claim: Claim, counter: Counter | None) -> str | None:
    if claim.name == "gone":
        return claim.differs(counter is None)
    if counter is None:
        return f"{claim.key} should be {_shown(claim.expected)}, but {claim.subject} is not on the table"
    if claim.name.startswith("ratings."):
        ratings = dict(counter.ratings)
        return claim.differs(ratings.get(claim.name.removeprefix("ratings.")))
    if claim.name == "statuses":
        return claim.differs(tuple(sorted(counter.statuses)))
    if claim.name in ("has", "lacks"):
        wrong = [s for s in claim.expected if (s in counter.statuses) != (claim.name == "has")]
        verb = "should have" if claim.name == "has" else "should not have"
        return (
            f"{claim.subject} {verb} {_shown(tuple(wrong))}, but has {_shown(counter.statuses)}"
            if wrong
            else None
        )
    return claim.differs(getattr(counter, claim.name))


def _judge_track(claim: Claim, session: Session, view: View) -> str | None:
    track = view.track(claim.name)
    if track is None:
        known = ", ".join(track.key for track in view.tracks) or "none"
        return f"there is no track {claim.name!r}; the tracks are {known}"
    return claim.differs(track.value)


def _judge_marker(claim: Claim, session: Session, view: View) -> str | None:
    return claim.differs(next((marker.place for marker in view.markers if marker.id == claim.name), ""))


def _judge_overlay(claim: Claim, session: Session, view: View) -> str | None:
    overlays = session.game.overlays_among(session.state, claim.side or None, {claim.name})
    overlay = next(overlays, None)
    if overlay is None:
        return f"there is no overlay {claim.name!r}"
    traced = (here for trace in overlay.traces for here in trace.path)
    return claim.differs(tuple(sorted({*overlay.hexes, *traced})))


def _judge_decision(claim: Claim, session: Session, view: View) -> str | None:
    choice, decision = session.choice, session.decision
    if choice is None or decision is None:
        return f"{claim.key} should be {_shown(claim.expected)}, but the game is over"
    if claim.name == "prompt":
        if claim.expected in decision.prompt:
            return None
        return f"the question should say {_shown(claim.expected)}, but is {_shown(decision.prompt)}"
    if claim.name == "across":
        return claim.differs(choice.asks_across_the_table(session.state))
    return claim.differs(decision.side if claim.name == "side" else type(choice).__name__)


def _judge_winner(claim: Claim, session: Session, view: View) -> str | None:
    outcome = session.state.outcome
    if outcome is None:
        return f"winner should be {_shown(claim.expected)}, but the game is not over"
    return claim.differs(outcome.winner)


_JUDGES: Final[dict[str, Callable[[Claim, Session, View], str | None]]] = {
    "track": _judge_track,
    "marker": _judge_marker,
    "control": lambda claim, session, view: claim.differs(view.control.get(claim.name, "")),
    "features": lambda claim, session, view: claim.differs(tuple(sorted(view.features.get(claim.name, ())))),
    "overlay": _judge_overlay,
    "decision": _judge_decision,
    "turn": lambda claim, session, view: claim.differs(view.turn),
    "over": lambda claim, session, view: claim.differs(session.state.outcome is not None),
    "winner": _judge_winner,
}


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "nothing" if value is None or value == "" else str(value)
