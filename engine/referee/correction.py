"""Corrects a position by agreement: records only, read by the codec, checked by the game's own invariants.

The decision stays the same: the same side is asked the same question in the corrected position, and a
correction after which it could not be asked is refused.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.codec import Codec
from engine.referee.dice import Dice
from engine.referee.event import Event
from engine.referee.frame import Choice, settle
from engine.referee.game import Game
from engine.referee.history import Step
from engine.referee.refusal import REFEREE, Refusal, RulesBug
from engine.referee.ruling import LONGEST_NAME, LONGEST_REASON, Correction, NewDice, spell_record
from engine.referee.state import Keyed, State
from engine.referee.transaction import Change, Transaction

MOST_TOLD: Final = 12
"""How many changes the log lists one by one."""
MOST_TRIED: Final = 24
"""How many actions of the deciding side are tried in the corrected position before it is accepted."""


def correction_of(codec: Codec, changes: list[Change], consent: dict[str, str], why: str = "") -> Correction:
    """The correction that leads from the records before to those after."""
    return Correction(
        tuple(spell_record(codec.encode(change.after)) for change in changes if change.after is not None),
        tuple((change.kind.__name__, change.key) for change in changes if change.after is None),
        tuple(consent.items()),
        why.strip(),
    )


def corrected(game: Game, state: State, correction: Correction) -> Step | tuple[Refusal, ...]:
    """The step after a correction, or every reason against it."""
    refusals = tuple(Refusal(REFEREE, why) for why in _objections(state, correction))
    if refusals:
        return refusals
    tx = Transaction(state)
    try:
        for change in changes_of(game, state, correction):
            if change.after is None:
                tx.remove(change.before)
            else:
                tx.put(change.after)
    except (BadInput, RulesBug) as problem:
        return (Refusal(REFEREE, str(problem)),)
    busy = tuple(Refusal(REFEREE, why) for why in _needed_now(game, state, tx.changes))
    if busy:
        return busy
    broken = tuple(Refusal(REFEREE, why) for why in new_faults(game, state, tx.state))
    if broken:
        return broken
    tx.emit(_event(correction, tx.changes, state.scenario.title_of))
    return Step("", None, tx.state, tuple(tx.events), tuple(tx.changes), barrier=True, ruling=correction)


def with_new_dice(state: State, ruling: NewDice) -> Step:
    """The step from which on the dice follow from another seed."""
    after = state.clone()
    after.dice = Dice(ruling.seed, state.dice.fallen)
    seal = f"From here on this game has dice of its own; their seal is {after.dice.commitment}"
    event = Event("SeedCommitted", seal, REFEREE)
    return Step("", None, after, (event,), barrier=True, ruling=ruling)


def _objections(state: State, correction: Correction) -> Iterator[str]:
    sides, agreed = state.scenario.sides, dict(correction.consent)
    if not state.frames:
        yield "The game is over, and its last position stays as it is"
    missing = [side for side in sides if not agreed.get(side, "").strip()]
    if missing:
        yield f"A correction needs the consent of every side by name: {' and '.join(missing)} must agree"
    strangers = [side for side in agreed if side not in sides]
    if strangers:
        yield f"{strangers[0]!r:.60} does not play and so cannot agree to a correction"
    if any(len(name) > LONGEST_NAME for name in agreed.values()) or len(correction.why) > LONGEST_REASON:
        yield f"A name has at most {LONGEST_NAME} letters and a reason {LONGEST_REASON}"


def changes_of(game: Game, state: State, correction: Correction) -> list[Change]:
    """What a correction changes in a position. BadInput if it names something that is not there."""
    kinds = {kind.__name__: kind for kind in game.kinds}
    found: list[Change] = []
    for name, key in correction.removes:
        kind = kinds.get(name)
        before = state.tables[kind].get(key) if kind is not None else None
        if kind is None or before is None:
            raise BadInput(f"There is no {name:.40} {key!r:.60} that could be removed")
        found.append(Change(kind, key, before, None))
    for number, written in enumerate(correction.puts, start=1):
        record = decoded(game, json.loads(written), f"Record {number} of the correction")
        before = state.tables[type(record)].get(record.key)
        if before != record:
            found.append(Change(type(record), record.key, before, record))
    named = Counter((change.kind, change.key) for change in found)
    twice = next((change for change in found if named[change.kind, change.key] > 1), None)
    if twice is not None:
        raise BadInput(f"{name_of(twice)} is corrected twice at once")
    return found


def decoded(game: Game, raw: Any, where: str) -> Keyed:
    """A record of one of the game's tables. BadInput says what is wrong with it."""
    try:
        record = game.codec.decode(raw, where)
        if type(record) not in game.kinds:
            raise BadInput(f"{where} is a {type(record).__name__}, which is not a record of the table")
        if not isinstance(record.key, str):
            raise BadInput(f"{where} has no name")
    except RecursionError:
        raise BadInput(f"{where} is nested too deeply") from None
    found: Keyed = record
    return found


def _needed_now(game: Game, state: State, changes: list[Change]) -> Iterator[str]:
    """Refuse to remove a record that a frame on the stack names."""
    named = set(_texts(game.codec.encode(state.frames)))
    for change in changes:
        if change.after is None and change.key in named:
            title = next((frame.title for frame in reversed(state.frames) if frame.title), "")
            during = f" ({title})" if title else ""
            yield f"{name_of(change)} takes part in what is going on now{during} and can be removed after it"


def _texts(encoded: Any) -> Iterator[str]:
    if isinstance(encoded, str):
        yield encoded
    elif isinstance(encoded, dict | list):
        for item in encoded.values() if isinstance(encoded, dict) else encoded:
            yield from _texts(item)


def new_faults(game: Game, before: State, after: State) -> list[str]:
    """The faults that a correction would add; a position with an old fault can be repaired step by step."""
    faults = _faults(game, after)
    old = set(_faults(game, before)) if faults else set()
    return [fault for fault in faults if fault not in old]


def _faults(game: Game, state: State) -> list[str]:
    """The broken invariants, and every reason why the decision could not be asked."""
    try:
        found = list(game.invariants(state))
    except Exception as error:
        found = [f"The position makes no sense to the rules: {error!r:.120}"]
    try:
        found += _unanswerable(game, state)
    except Exception as error:
        found.append(f"The game could not go on from there: {error!s:.160}")
    return found


def _unanswerable(game: Game, state: State) -> Iterator[str]:
    for side in (None, *state.scenario.sides):
        game.view(state, side)
        list(game.overlays(state, side))
    choice = state.frames[-1] if state.frames else None
    if isinstance(choice, Choice):
        legal = choice.legal(state)
        if not choice.prompt(state) or not legal:
            yield f"{choice.side} would have nothing to decide any more"
        for action in legal[:MOST_TRIED]:
            choice.label(state, action)
            tried = Transaction(state)
            choice.apply(tried, action)
            settle(tried)


# in words


def name_of(change: Change) -> str:
    """What a record is called: its name if it has one, or its class and key."""
    record = change.after if change.after is not None else change.before
    name = getattr(record, "name", "")
    if isinstance(name, str) and name and name != change.key:
        return name
    return " ".join(part for part in (_words(change.kind.__name__), change.key) if part)


def _words(name: str) -> str:
    """`AirStatus` → `Air status`."""
    parts = "".join(f" {letter}" if letter.isupper() else letter for letter in name).split()
    return " ".join(parts).capitalize()


def differences(change: Change) -> list[tuple[str, str, str]]:
    """Field, before and after of each field that differs."""
    record = change.after if change.after is not None else change.before
    if change.before is None or change.after is None or not isinstance(record, Record):
        return []
    return [
        (name.replace("_", " "), worded(old), worded(new))
        for name in record.__struct_fields__
        if (old := getattr(change.before, name)) != (new := getattr(change.after, name))
    ]


def worded(value: Any) -> str:
    """The value of a field as text for a reader."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | frozenset | list):
        return ", ".join(map(worded, value)) or "nothing"
    return str(value) if value not in ("", None) else "nothing"


def describe(change: Change) -> str:
    """One change in words."""
    if change.after is None:
        return f"{name_of(change)} is removed"
    if change.before is None:
        return f"{name_of(change)} is put back"
    parts = [f"{name} {old} → {new}" for name, old, new in differences(change)]
    return f"{name_of(change)}: {', '.join(parts)}"


def _event(correction: Correction, changes: list[Change], title_of: Callable[[str], str]) -> Event:
    agreed = " and ".join(f"{name.strip()} ({title_of(side)})" for side, name in correction.consent)
    lines = [describe(change) for change in changes[:MOST_TOLD]]
    if len(changes) > MOST_TOLD:
        lines.append(f"and {len(changes) - MOST_TOLD} more changes")
    what = f"The position was corrected, as {agreed} agreed: {'; '.join(lines)}"
    if not changes:
        what = f"All hidden information was shown, as {agreed} agreed, and nothing was changed"
    reason = f". Reason: {correction.why}" if correction.why else ""
    units = tuple(("unit", change.key) for change in changes if hasattr(change.after, "place"))
    return Event("PositionCorrected" if changes else "TableOpened", what + reason, REFEREE, about=units)
