"""What players do other than single actions: groups of them, undo, redo, correct the position, save and open.

Each detour is checked at its end, and the game continues from there. It returns the session to continue
with, and the problem if there was one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from engine.bots import scrutiny
from engine.referee.correction import correction_of
from engine.referee.refusal import RulesBug
from engine.referee.save import Lookup, loads, restore, saved
from engine.referee.session import Refused, Session
from engine.referee.state import Keyed
from engine.referee.transaction import Change

MOST_TAKEN_BACK: Final = 6
MOST_CORRECTED: Final = 3

Detour: TypeAlias = Callable[[Session, Lookup, Random], tuple[Session, str | None]]


def take_back_and_do_again(session: Session, lookup: Lookup, chance: Random) -> tuple[Session, str | None]:
    """Undo some actions, with consent where the session asks for it, and redo them."""
    before = session.game.codec.encode_state(session.state)
    length, log = len(session), _told_to_all(session)
    wanted = chance.randint(1, MOST_TAKEN_BACK)
    gone, problem = _go_back(session, wanted)
    if problem is not None:
        return session, problem
    for _ in range(gone):
        refused = session.redo()
        if refused is not None:
            return session, f"what was taken back cannot be done again: {refused.refusals[0]}"
    if len(session) != length or session.game.codec.encode_state(session.state) != before:
        return session, f"taking back {gone} actions and doing them again leads to another position"
    if _told_to_all(session) != log:
        return session, f"taking back {gone} actions and doing them again changes the log"
    return session, next(scrutiny.drift(session), None)


def take_back_for_good(session: Session, lookup: Lookup, chance: Random) -> tuple[Session, str | None]:
    """Undo some actions without redoing them."""
    _, problem = _go_back(session, chance.randint(1, MOST_TAKEN_BACK))
    return session, problem or next(scrutiny.drift(session), None)


def _go_back(session: Session, wanted: int) -> tuple[int, str | None]:
    """Undo at most this number of times; each must restore the position before what was done last."""
    codec, everybody = session.game.codec, session.state.scenario.sides
    for gone in range(wanted):
        if len(session) == 0:
            return gone, None
        earlier = codec.encode_state(session.at(session.history.group_start(len(session)) - 1))
        needs_consent, agreed = session.undo_needs_consent(), len(session.takebacks)
        if needs_consent and session.undo() is None:
            return gone, "an action that needs consent was taken back without it"
        refused = session.undo(everybody if needs_consent else ())
        if refused is not None:
            return gone, f"an action cannot be taken back: {refused.refusals[0]}"
        if len(session.takebacks) - agreed != needs_consent:
            return gone, "an agreement to take back is recorded where there was none, or not where there was"
        if codec.encode_state(session.state) != earlier:
            return gone, "taking an action back does not bring back the position before it"
    return wanted, None


def act_together(session: Session, lookup: Lookup, chance: Random) -> tuple[Session, str | None]:
    """Submit two actions as a group; it must come to the same as one after the other, or be refused whole."""
    choice, legal = session.choice, session.legal()
    if choice is None or not legal:
        return session, None
    first = chance.choice(legal)
    ahead = session.look_ahead(first)
    before, length = session.state, len(session)
    if ahead is None:
        answer = session.submit(choice.side, first, first)
        if not isinstance(answer, Refused) or session.state is not before or len(session) != length:
            return session, f"a group goes on behind {first}, past which nobody can look ahead"
        return session, None
    second = chance.choice(ahead.legal())
    apart = session.branch(length)
    for action in (first, second):
        apart.submit(choice.side, action)
    answer = session.submit(choice.side, first, second)
    if isinstance(answer, Refused):
        return session, f"{first} and {second} are legal, but not together: {answer.refusals[0]}"
    if session.game.codec.encode_state(session.state) != session.game.codec.encode_state(apart.state):
        return session, f"{first} and {second} together lead to another position than one by one"
    if _told_to_all(session) != _told_to_all(apart):
        return session, f"{first} and {second} together are logged otherwise than one by one"
    return session, next(scrutiny.drift(session), None)


def _told_to_all(session: Session) -> list[str]:
    """The log without its lines about what was taken back by consent."""
    return [event.text for _, event in session.log(None) if event.what != "ActionTakenBack"]


def save_and_open(session: Session, lookup: Lookup, chance: Random) -> tuple[Session, str | None]:
    """Save the game, open the save, and continue with it."""
    text = saved(session).dumps()
    opened = restore(loads(text), lookup)
    problem = next(scrutiny.differences(session, opened, "the save opens"), None)
    if problem is None and saved(opened).dumps() != text:
        problem = "the save is written differently after it was opened"
    return opened, problem


def correct(session: Session, lookup: Lookup, chance: Random) -> tuple[Session, str | None]:
    """Correct one or two records to an earlier or slightly changed value, as if all sides had agreed."""
    changes = _changes(session, chance)
    if not changes:
        return session, None
    consent = dict.fromkeys(session.state.scenario.sides, "Fuzz")
    correction = correction_of(session.game.codec, changes, consent, "the fuzzer wanted it")
    before, length = session.state, len(session)
    answer = session.rule(correction)
    if isinstance(answer, Refused):
        if session.state is not before or len(session) != length:
            return session, "a correction that was refused changed the game"
        if not all(refusal.why.strip() for refusal in answer.refusals):
            return session, "a correction is refused without a word"
        return session, None
    if not session.undo_needs_consent():
        return session, "a correction can be taken back without the consent it was made with"
    try:
        problem = next(scrutiny.dead_ends(session, session.legal()), None)
    except RulesBug as bug:
        problem = f"after a correction: {bug}"
    return session, problem or next(scrutiny.drift(session), None)


def _changes(session: Session, chance: Random) -> list[Change]:
    """Other values for records that lie on the table."""
    state, codec = session.state, session.game.codec
    records = [record for table in state.tables.values() for record in table.values()]
    found: dict[tuple[type, str], Change] = {}
    for _ in range(chance.randint(1, MOST_CORRECTED)):
        record = chance.choice(records)
        after = _as_before(session, record, chance) if chance.random() < 0.5 else _varied(record, chance)
        if after is not None and after != record:
            codec.decode(json.loads(json.dumps(codec.encode(after))), "a varied record")
            found[type(record), record.key] = Change(type(record), record.key, record, after)
    return list(found.values())


def _as_before(session: Session, record: Keyed, chance: Random) -> Any:
    """The record as it was some time ago."""
    step_number = chance.randint(max(0, len(session) - 100), len(session))
    return session.at(step_number).find(type(record), record.key)


def _varied(record: Any, chance: Random) -> Any:
    """The record with one number or switch changed."""
    plain = [name for name in record.__struct_fields__ if type(getattr(record, name)) in (int, bool)]
    if not plain:
        return None
    name = chance.choice(plain)
    value = getattr(record, name)
    return replace(record, **{name: not value if isinstance(value, bool) else value + chance.choice((-1, 1))})


DETOURS: Final[dict[str, Detour]] = {
    "undo and redo": take_back_and_do_again,
    "undo": take_back_for_good,
    "group": act_together,
    "save and load": save_and_open,
    "correction": correct,
}
