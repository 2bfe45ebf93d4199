"""Measures play: decision cycles, listing, undo, clone, opening and replaying a long game."""

from __future__ import annotations

import copy
import json
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter

import chess
from msgspec import Struct

from engine import games
from engine.bots.random_bot import RandomBot
from engine.referee.action import Action
from engine.referee.dice import Dice
from engine.referee.history import History, Step
from engine.referee.save import loads, read, replay, restore, saved, write
from engine.referee.session import Accepted, Session, Start
from engine.referee.state import Keyed, Scenario, State
from engine.referee.view import View
from tests.benchmarks.large_game import SIDES, MoveUnit, Unit, large_session
from tests.benchmarks.timing import Sampler, each

PLIES = 600
POSITIONS = 300
LONG_GAME = 5_000
DULL = 60
"""Half moves without a capture after which a chess game is abandoned."""


# random play


def play_cycles(key: str, scenario: str) -> Sampler:
    """List what is legal, choose, submit: the decision cycle of a game; the set-up is not counted."""
    game = games.game(key)
    start = Start(key, "scenario", scenario, game.scenario_text(scenario), "bench")
    first = Session.begin(game, start).history.last
    bot = RandomBot("bench")

    def sample() -> float:
        plies, began = 0, perf_counter()
        while plies < PLIES:
            session = Session(game, start, History(game.codec, first))
            while (choice := session.choice) is not None:
                session.submit(choice.side, bot.choose(_no_look, session.legal()))
            plies += len(session)
        return (perf_counter() - began) / plies

    return sample


def play_whole_games(key: str, scenario: str) -> Sampler:
    """Complete games at random, each with dice of its own, from set-up to victory."""
    game, bot = games.game(key), RandomBot("games")
    text, numbers = game.scenario_text(scenario), count()

    def sample() -> float:
        began = perf_counter()
        session = Session.begin(game, Start(key, "scenario", scenario, text, f"bench {next(numbers)}"))
        while (choice := session.choice) is not None:
            session.submit(choice.side, bot.choose(_no_look, session.legal()))
        return perf_counter() - began

    return sample


def look_ahead_cycles(key: str, scenario: str) -> Sampler:
    """Look one action ahead, in every decision of random games."""
    return _one_action(key, scenario, ahead=True)


def submit_cycles(key: str, scenario: str) -> Sampler:
    """Submit an action, in every decision of the same games."""
    return _one_action(key, scenario, ahead=False)


def _one_action(key: str, scenario: str, ahead: bool) -> Sampler:
    game = games.game(key)
    start = Start(key, "scenario", scenario, game.scenario_text(scenario), "bench")
    first = Session.begin(game, start).history.last

    def sample() -> float:
        bot, plies, spent = RandomBot("ahead"), 0, 0.0
        while plies < PLIES:
            session = Session(game, start, History(game.codec, first))
            while (choice := session.choice) is not None:
                action = bot.choose(_no_look, session.legal())
                began = perf_counter()
                if ahead:
                    session.look_ahead(action)
                    spent += perf_counter() - began
                    session.submit(choice.side, action)
                else:
                    session.submit(choice.side, action)
                    spent += perf_counter() - began
            plies += len(session)
        return spent / plies

    return sample


def _no_look() -> View:
    raise AssertionError("the random bot does not look")


def play_chess() -> Sampler:
    """List what is legal, choose, push."""
    chance = Random("bench")

    def sample() -> float:
        plies, began = 0, perf_counter()
        while plies < PLIES:
            board = chess.Board()
            while board.halfmove_clock < DULL and (legal := list(board.legal_moves)):
                board.push(legal[int(chance.random() * len(legal))])
                plies += 1
        return (perf_counter() - began) / plies

    return sample


# listing one unit's moves


def list_unit_moves() -> Sampler:
    """The moves of a selected unit, right after another one has moved: nothing is remembered yet."""
    session, chance = large_session().branch(0), Random("moves")
    positions: list[tuple[State, MoveUnit]] = []
    while len(positions) < POSITIONS:
        choice, legal = session.choice, session.legal()
        assert choice is not None
        if isinstance(choice, MoveUnit):
            positions.append((session.state, choice))
        session.submit(choice.side, chance.choice(legal))

    def sample() -> float:
        for state, _ in positions:
            for table in state.tables.values():
                table.memo = {}
        began = perf_counter()
        for state, choice in positions:
            choice.legal(state)
        return (perf_counter() - began) / len(positions)

    return sample


def list_chess_moves() -> Sampler:
    """`list(board.legal_moves)` in the positions of random games."""
    chance, boards = Random("moves"), list[chess.Board]()
    board = chess.Board()
    while len(boards) < POSITIONS:
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock >= DULL:
            board = chess.Board()
            continue
        board.push(chance.choice(legal))
        boards.append(board.copy(stack=False))
    return each_of(boards)


def each_of(boards: list[chess.Board]) -> Sampler:
    def sample() -> float:
        began = perf_counter()
        for board in boards:
            list(board.legal_moves)
        return (perf_counter() - began) / len(boards)

    return sample


# back and sideways


def undo_large() -> Sampler:
    """Take moves back in the game with 300 units."""
    session, chance = large_session().branch(0), Random("undo")

    def sample() -> float:
        for _ in range(200):
            choice = session.choice
            assert choice is not None
            session.submit(choice.side, chance.choice(session.legal()))
        began = perf_counter()
        for _ in range(200):
            session.undo(SIDES)
        spent = perf_counter() - began
        assert len(session) == 0
        return spent / 200

    return sample


def pop_chess() -> Sampler:
    """`board.pop()`."""
    chance, board = Random("undo"), chess.Board()

    def sample() -> float:
        pushed = 0
        while pushed < 60 and (legal := list(board.legal_moves)):
            board.push(chance.choice(legal))
            pushed += 1
        began = perf_counter()
        for _ in range(pushed):
            board.pop()
        return (perf_counter() - began) / pushed

    return sample


class PrintedMap(Struct, frozen=True):
    key: str
    control: str


def large_state() -> State:
    """450 units and 3,200 records of hexes."""
    records: list[Keyed] = [
        *(Unit(f"U{n}", "red", f"{n:04}") for n in range(450)),
        *(PrintedMap(f"{n:04}", "red") for n in range(3200)),
    ]
    return State.new(Scenario("large", ("red", "blue"), {}), (Unit, PrintedMap), records, (), Dice("1"))


def clone_state() -> Sampler:
    return each(large_state().clone)


def deep_copy_state() -> Sampler:
    state = large_state()
    return each(lambda: copy.deepcopy(state))


# a long game


@cache
def long_game() -> Session:
    """5,000 actions of the toy game: its players change their minds for a very long time."""
    game = games.game("toy")
    start = Start("toy", "scenario", "toy-bridge", game.scenario_text("toy-bridge"), "long")
    session, chance = Session.begin(game, start), Random("long")
    while len(session) < LONG_GAME:
        choice = session.choice
        assert choice is not None, "the long game is over too soon"
        legal = session.legal()
        if chance.random() > 0.002:
            legal = [action for action in legal if action.verb not in ("end", "move")] or legal
        assert isinstance(session.submit(choice.side, chance.choice(legal)), Accepted)
    return session


def open_long_game(folder: Path) -> Sampler:
    """From the file to the first list of legal actions."""
    path = folder / "long.startline"
    write(saved(long_game()), path)
    return each(lambda: restore(read(path), games.game).legal())


def parse_long_game() -> Sampler:
    """Only `json.loads` of the same text."""
    text = saved(long_game()).dumps()
    return each(lambda: json.loads(text))


def replay_long_game() -> Sampler:
    """Every action played again, every digest compared."""
    save = loads(saved(long_game()).dumps())
    game = games.game("toy")
    return each(lambda: replay(save, game))


def submit_long_game() -> Sampler:
    """The same actions, submitted without a digest."""
    played = long_game()
    steps = played.history.all()
    script: list[tuple[str, Action]] = [(m.side, m.action) for m in steps if m.action is not None]
    first: Step = steps[0]

    def again() -> None:
        session = Session(played.game, played.start, History(played.game.codec, first))
        for side, action in script:
            session.submit(side, action)

    return each(again)
