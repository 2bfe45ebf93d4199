"""Make the steps of a game: the opening, and what comes of one action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bad_input import BadInput
from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.dice_log import dice_committed
from engine.referee.event import Event
from engine.referee.frame import Choice, settle
from engine.referee.game import Game
from engine.referee.history import Step
from engine.referee.position import Position
from engine.referee.refusal import REFEREE, RulesBug
from engine.referee.state import State
from engine.referee.transaction import Transaction

if TYPE_CHECKING:
    from engine.referee.session import Start


def opening_step(game: Game, start: Start) -> Step:
    """The position before any action, with the seal of the dice as the first word of the log."""
    try:
        tx = Transaction(first_state(game, start))
        title_of = tx.state.scenario.title_of
        tx.emit(dice_committed(start.contributions, tx.state.dice.commitment, title_of))
        settle(tx)
    except (BadInput, RulesBug):
        raise
    except Exception as error:
        raise RulesBug.of(error, f"while {start.key} is set up") from error
    return Step("", None, tx.state, tuple(tx.events), barrier=True)


def first_state(game: Game, start: Start) -> State:
    """Set the table up."""
    if start.kind == "scenario":
        return game.first_state(game.open(start.text, start.options), Dice(start.seed))
    position = Position.loads(start.text)
    return game.first_state(game.open_position(position), Dice(start.seed, loaded=position.dice))


def play(state: State, choice: Choice, action: Action, auto: bool, number: int) -> Step:
    """Carry out a legal action. Whatever goes wrong is a RulesBug, and the state is as it was."""
    tx = Transaction(state)
    events: list[Event] = []
    side = choice.side
    try:
        if auto:
            alone = f"{choice.label(state, action)} is the only thing {side} can do"
            events.append(Event("SingleOptionPlayed", alone, REFEREE, (side,), f"{side} has a single option"))
        if choice.is_secret(state):
            secret = f"{side} chose {action}"
            events.append(Event("SecretChosen", secret, REFEREE, (side,), "A secret choice is made"))
        choice.apply(tx, action)
        settle(tx)
    except Exception as error:
        where = f"action {number}, {action} by {side} in {type(choice).__name__}"
        raise RulesBug.of(error, where) from error
    return Step(side, action, tx.state, (*events, *tx.events), tuple(tx.changes), tx.barrier, auto)
