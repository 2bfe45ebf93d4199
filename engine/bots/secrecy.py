"""Checks that nothing a side can find out depends on what it cannot see.

Everything that is hidden from a side is rearranged (`Game.imagined`), secret answers of others included.
Before an action, nothing that the side sees, may do or can read may differ then. After an action, whatever
leaves the table the same for the side must leave the same words in its log, and the same need for consent to
undo it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from engine.record import Record
from engine.referee.action import Action
from engine.referee.event import Event
from engine.referee.first_roll import first_roll
from engine.referee.frame import Choice
from engine.referee.game import Game
from engine.referee.history import History, Step
from engine.referee.public_view import EVERYBODY, view_for
from engine.referee.refusal import RulesBug
from engine.referee.session import Session
from engine.referee.state import State
from engine.referee.steps import play
from engine.referee.view import View

OVERLAYS_LOOKED_AT: Final = 0.25
"""Overlays may take long to compute: one check in four includes them."""


def betrayals(session: Session, side: str, asked: Sequence[Action], chance: Random) -> Iterator[str]:
    """Rearrange what a side cannot see: nothing that it sees, may do or can read may change."""
    game, state = session.game, session.state
    other = game.imagined(state, side, chance)
    if other is state:
        return
    here, there = game.view(state, side), game.view(other, side)
    if here != there:
        parts = [name for name in here.__struct_fields__ if getattr(here, name) != getattr(there, name)]
        yield f"the view of {side} depends on what it cannot see, in its {' and '.join(parts)}"
    if list(game.measures(state, side)) != list(game.measures(other, side)):
        yield f"a measure of {side} depends on what it cannot see"
    looks_closely = chance.random() < OVERLAYS_LOOKED_AT
    if looks_closely and list(game.overlays(other, side)) != list(game.overlays(state, side)):
        yield f"an overlay of {side} depends on what it cannot see"
    if _checklists(state, side) != _checklists(other, side):
        yield f"the steps of what is going on, as {side} reads them, depend on what it cannot see"
    choice = session.choice
    if choice is not None and choice.side != side and choice.asks_across_the_table(state):
        yield from _betrayals_across_the_table(game, choice, state, other, side)
    if choice is None or choice.side != side:
        return
    elsewhere = Session(game, session.start, History(game.codec, Step("", None, other)))
    if elsewhere.legal() != session.legal():
        yield f"the list of legal actions of {side} depends on what it cannot see"
        return
    if asked_of(elsewhere) != asked_of(session):
        yield f"what {side} is asked depends on what it cannot see"
    for action in asked:
        if told(elsewhere, action) != told(session, action):
            yield f"what {side} is told about {action} depends on what it cannot see"


def _betrayals_across_the_table(
    game: Game, choice: Choice, state: State, other: State, side: str
) -> Iterator[str]:
    """What a side that looks on while another answers could learn of what it cannot see."""
    if view_for(game, state, EVERYBODY) != view_for(game, other, EVERYBODY):
        yield f"what everybody sees depends on what {side} cannot see"
    name = type(choice).__name__
    if choice.prompt(state) != choice.prompt(other) or not choice.asks_across_the_table(other):
        yield f"the question of {name} across the table depends on what {side} cannot see"
    for action in choice.legal(state) if choice.is_secret(state) else ():
        if choice.label(state, action) != choice.label(other, action):
            yield f"the answers of {name} across the table depend on what {side} cannot see"
        if choice.preview(state, action) != choice.preview(other, action):
            yield f"what is foretold of {action} in {name} depends on what {side} cannot see"


def _checklists(state: State, side: str) -> list[Any]:
    return [frame.checklist(state, side) for frame in state.frames]


def asked_of(session: Session) -> tuple[Any, ...]:
    """Everything that the window shows of a decision before an action is chosen."""
    state, choice = session.state, session.choice
    assert choice is not None
    shown = choice.subjects(state), choice.whereabouts(state), choice.spends(state)
    return session.decision, *map(tuple, shown)


def told(session: Session, action: Action) -> tuple[Any, ...]:
    """Everything that the deciding side may read about an action before it is done."""
    state, choice = session.state, session.choice
    assert choice is not None
    refusals = session.refusals(choice.side, action)
    if refusals:
        return (choice.prompt(state), *refusals)
    return (
        choice.prompt(state),
        choice.label(state, action),
        choice.heading(state, action.verb),
        choice.preview(state, action),
        tuple(choice.reminders(state, action)),
        tuple(choice.drawn(state, action)),
        first_roll(session.game, state, choice, action),
    )


# after an action


def leaks(session: Session, side: str, tried: Iterable[Action], chance: Random) -> Iterator[str]:
    """What a side could learn from its log, or from what can be taken back, that the table does not show."""
    game, state = session.game, session.state
    hidden = unseen_names(game, state, side)
    if not hidden and game.reshuffle(state, side, chance) is state:
        return
    frame = type(session.choice).__name__
    for action in tried:
        done = carried_out(session, action)
        if hidden:
            yield from named_though_unseen(game, side, hidden, done)
        other = twin(session, side, action, done, chance)
        if other is None:
            continue
        if read_by(side, done) != read_by(side, other):
            lines = sorted(set(map(_line, read_by(side, done))) ^ set(map(_line, read_by(side, other))))
            differing = " / ".join(lines[:2]) or "the same lines in another number or order"
            yield f"the log of {side} betrays what it cannot see after {action} in {frame}: {differing}"
        if done.barrier != other.barrier:
            yield f"whether {action} in {frame} can be taken back freely depends on what {side} cannot see"


def carried_out(session: Session, action: Action) -> Step:
    """The result of a legal action, without entering it into the game."""
    choice = session.choice
    assert choice is not None
    return play(session.state, choice, action, False, len(session) + 1)


def twin(session: Session, side: str, action: Action, done: Step, chance: Random) -> Step | None:
    """The same action, done where everything hidden from a side is rearranged.

    None if there is no such action there, if the side sees the difference on the table, or if the rules tell
    it what comes of hidden values.
    """
    game = session.game
    other = game.reshuffle(session.state, side, chance)
    choice = other.frames[-1]
    if other is session.state or not isinstance(choice, Choice):
        return None
    if any(event.what in game.told_by_rule for event in done.events):
        return None
    unseen = hidden_counters(game, session.state, side)
    try:
        alike = _alike(choice.legal(other), action, unseen, chance)
        # Which formation acts is seen by everybody, unless it is chosen in secret.
        is_seen = action.kind == "formation" and not choice.is_secret(other)
        if alike is None or (is_seen and alike != action):
            return None
        found = play(other, choice, alike, False, len(session) + 1)
    except RulesBug:
        # A reshuffled position looks right to one side, but the rules may not accept it.
        return None
    return found if game.view(found.state, side) == game.view(done.state, side) else None


def _alike(legal: Sequence[Action], action: Action, unseen: set[str], chance: Random) -> Action | None:
    """The same action, or one with the same verb about something that is just as hidden."""
    if action in legal:
        return action
    if action.kind == "formation" or (action.kind == "unit" and action.target not in unseen):
        return None
    alike = [
        one
        for one in legal
        if (one.verb, one.kind) == (action.verb, action.kind) and (one.kind != "unit" or one.target in unseen)
    ]
    return chance.choice(alike) if alike else None


def read_by(side: str, step: Step) -> list[Event]:
    """The lines of the log that a side reads of a step."""
    return [shown for event in step.events if (shown := event.for_side(side)) is not None]


def _line(event: Event) -> str:
    return f"{event.what}: {event.text}"


# names


def named_though_unseen(game: Game, side: str, hidden: set[str], done: Step) -> Iterator[str]:
    """No line that a side reads names a unit that was hidden and that it does not see now."""
    lines = read_by(side, done)
    if not lines:
        return
    still = hidden & unseen_names(game, done.state, side)
    for event in lines:
        named = {target for kind, target in event.about if kind == "unit"}
        for name in sorted(still):
            if name in named or is_said(name, event.text):
                yield f"the log of {side} names {name}, which it cannot see: {event.text}"


def is_said(name: str, text: str) -> bool:
    """Is a unit named in a sentence? The single letters of worked examples are also words and parts of cases:
    of those nothing is said here."""
    return len(name) > 1 and re.search(rf"(?<!\w){re.escape(name)}(?!\w|'(?!s\b))", text) is not None


def hidden_counters(game: Game, state: State, side: str) -> set[str]:
    """The units whose face this side does not see."""
    shown = {counter.id for counter in game.view(state, side).counters if counter.known}
    return {counter.id for counter in game.view(state, None).counters} - shown


def unseen_names(game: Game, state: State, side: str) -> set[str]:
    """The ids, and names that no other counter has, of units whose face this side does not see."""
    return unseen_in(game.view(state, None), game.view(state, side))


def unseen_in(everything: View, view: View) -> set[str]:
    """The same, from the view of everything and the side's own view."""
    shown = {counter.id for counter in view.counters if counter.known}
    visible_words = {w for counter in everything.counters if counter.id in shown for w in words(counter)}
    names = Counter(counter.name for counter in everything.counters)
    there = {counter.id for counter in view.counters}
    hidden = set()
    for counter in everything.counters:
        if counter.id not in shown:
            hidden |= {counter.id} if counter.id not in there else set()
            hidden |= {counter.name} if names[counter.name] == 1 else set()
    return hidden - visible_words


def words(value: Any) -> Iterator[str]:
    """Every text anywhere inside plain records."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from words(key)
            yield from words(item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from words(item)
    elif isinstance(value, Record):
        for name in value.__struct_fields__:
            yield from words(getattr(value, name))
