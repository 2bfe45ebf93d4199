"""Checks for every decision of every game. Each yields sentences about what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Final

from engine.bad_input import BadInput
from engine.referee.action import KINDS, Action
from engine.referee.frame import Choice
from engine.referee.save import Divergence, Lookup, loads, replay, restore, saved
from engine.referee.session import Refused, Session
from engine.referee.steps import play

NONSENSE: Final = (
    "nothing",
    "0",
    "-1",
    "999999",
    "0000",
    "no such thing",
    "Überraschung",
)


def dead_ends(session: Session, legal: Sequence[Action]) -> Iterator[str]:
    """A decision lists at least one action, and none twice."""
    if session.choice is not None and not legal:
        yield f"{type(session.choice).__name__} leaves {session.choice.side} nothing to do"
    if len(set(legal)) != len(legal):
        twice = next(action for action in legal if legal.count(action) > 1)
        yield f"{twice} is listed twice"


def listed_otherwise(session: Session, legal: Sequence[Action]) -> Iterator[str]:
    """A frame that lists its legal actions in a faster way lists the same as the slow way."""
    choice = session.choice
    if choice is not None and type(choice).legal is not Choice.legal:
        asked = Choice.legal(choice, session.state)
        frame = type(choice).__name__
        for action in sorted(set(asked) ^ set(legal)):
            yield f"{action} is {'missing from' if action in asked else 'wrongly on'} the list of {frame}"
        if len(asked) != len(legal):
            yield f"the list of {frame} holds {len(legal)} actions instead of {len(asked)}"


def broken_invariants(session: Session) -> Iterator[str]:
    """What the game itself says must never happen."""
    yield from session.game.invariants(session.state)


def refused_though_listed(session: Session, legal: Iterable[Action]) -> Iterator[str]:
    """A listed action is accepted, can be carried out, and can be saved."""
    choice = session.choice
    assert choice is not None
    for action in legal:
        refusals = session.refusals(choice.side, action)
        if refusals:
            yield f"{action} is listed, but refused: {refusals[0]}"
        elif _reread(action) != action:
            yield f"{action!r} is read back from a save as another action"
        else:
            play(session.state, choice, action, False, len(session) + 1)


def taken_though_unlisted(
    session: Session, legal: Sequence[Action], tries: Iterable[Action]
) -> Iterator[str]:
    """An action that is not listed is refused with a case and a sentence, never with an exception."""
    choice = session.choice
    assert choice is not None
    for action in tries:
        if action in legal:
            continue
        refusals = session.refusals(choice.side, action)
        if not refusals:
            yield f"{action} is not listed, but would be accepted"
        if not all(refusal.case and refusal.why.strip() for refusal in refusals):
            yield f"{action} is refused without a case or without a word"


def cases_told(session: Session, asked: Iterable[Action]) -> set[str]:
    """The cases by which these actions are refused."""
    choice = session.choice
    assert choice is not None
    told: set[str] = set()
    for action in asked:
        preview = session.preview(choice.side, action)
        if isinstance(preview, Refused):
            told |= {refusal.case for refusal in preview.refusals}
        else:
            told |= {modifier.case for modifier in preview.modifiers}
            told |= {strength.case for strength in preview.strengths}
    return told


def taken_out_of_turn(session: Session, legal: Sequence[Action]) -> Iterator[str]:
    """A decision belongs to one side only."""
    choice = session.choice
    assert choice is not None
    for side in (*session.state.scenario.sides, "", "nobody"):
        if side != choice.side and any(not session.refusals(side, action) for action in legal):
            yield f"{side or 'an empty side'} may decide for {choice.side}"


def drift(session: Session) -> Iterator[str]:
    """The digest that is updated change by change equals the digest of the position."""
    codec, state = session.game.codec, session.state
    if session.history.digest(len(session)) != codec.digest(state, codec.weigh_tables(state)):
        yield "a record was changed past the transaction: the digest no longer fits the position"


def lost_in_saving(session: Session, lookup: Lookup) -> Iterator[str]:
    """A saved game opens from its snapshot and replays to the same positions, digest by digest."""
    text = saved(session).dumps()
    save = loads(text)
    opened = restore(save, lookup)
    yield from differences(session, opened, "the save opens")
    if saved(opened).dumps() != text:
        yield "the save is written differently after it was opened"
    try:
        replayed = replay(save, session.game)
    except Divergence as problem:
        yield f"the replay diverges: {problem}"
        return
    yield from differences(session, replayed, "the replay ends")
    if replayed.log(None) != session.log(None):
        yield "the log of the replay differs from the log of the game"


def differences(session: Session, other: Session, what: str) -> Iterator[str]:
    """How two sessions that should stand at the same position differ."""
    codec = session.game.codec
    if codec.encode_state(session.state) != codec.encode_state(other.state):
        yield f"{what} with another position"
    if session.legal() != other.legal() or session.decision != other.decision:
        yield f"{what} with another decision"
    for side in (None, *session.state.scenario.sides):
        if session.view(side) != other.view(side):
            yield f"{what} with another view of {side or 'the open table'}"


def wild_actions(session: Session, legal: Sequence[Action], chance: Random, number: int) -> list[Action]:
    """Random actions, most of them illegal: other verbs, other targets, unknown names."""
    choice = session.choice
    assert choice is not None
    view = session.view(choice.side)
    past = [step.action for step in session.history.all()[-200:] if step.action is not None]
    fitting = list(dict.fromkeys(action.verb for action in legal))
    verbs = [*{action.verb: None for action in [*legal, *past]}, "pass", "nonsense"]
    things = [(action.kind, action.target) for action in legal]
    things += [("unit", counter.id) for counter in view.counters]
    things += [("hex", counter.place) for counter in view.counters]
    things += [("marker", marker.id) for marker in view.markers]
    things += [("box", box.key) for box in view.boxes]
    things += [("side", side) for side in session.state.scenario.sides]
    everywhere = session.state.scenario.map_targets
    made = []
    for _ in range(number):
        kind, target = _thing(things, everywhere, chance)
        if not kind or chance.random() < 0.2:
            kind = chance.choice(KINDS)
        verb = chance.choice(fitting if fitting and chance.random() < 0.5 else verbs)
        action = Action(verb, kind, "" if kind == "none" else target or "nothing")
        if _reread(action) == action:
            made.append(action)
    return made


def _thing(
    things: Sequence[tuple[str, str]], everywhere: Mapping[str, Sequence[str]], chance: Random
) -> tuple[str, str]:
    """A random target with its kind: something on the table, any place of the map, or an unknown name."""
    luck = chance.random()
    if luck < 0.4 and everywhere:
        kind = chance.choice(list(everywhere))
        return kind, chance.choice(everywhere[kind])
    return chance.choice(things) if luck < 0.8 else ("", chance.choice(NONSENSE))


def _reread(action: Action) -> Action | None:
    try:
        return Action.parse(str(action))
    except BadInput:
        return None
