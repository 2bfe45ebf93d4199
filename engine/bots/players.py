"""Bots by name, ready to play."""

from __future__ import annotations

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.bots.character import CHARACTERS, LEVELS, Character
from engine.bots.greedy_bot import GreedyBot
from engine.bots.names import RANDOM, names
from engine.bots.question import Bot
from engine.bots.random_bot import RandomBot

VERSION = 5
"""Of the bots: raised when one of them answers differently, so that stored results stay comparable."""


def character_of(name: str) -> Character:
    """The character of a bot with its level; BadInput if there is none."""
    kind, _, level = name.partition("/")
    if kind not in CHARACTERS or (level or "veteran") not in LEVELS:
        raise BadInput(f"There is no bot {name!r:.60}; the bots are {', '.join(names())}")
    noise, positions, dice = LEVELS[level or "veteran"]
    return replace(CHARACTERS[kind], noise=noise, positions=positions, dice=dice)


def bot_named(name: str, seed: str) -> Bot:
    """A bot that is ready to play."""
    return RandomBot(seed) if name == RANDOM else GreedyBot(seed, character_of(name))
