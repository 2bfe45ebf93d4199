"""The names of all bots: "random", or a character and a level such as "bold" or "steady/veteran"."""

from __future__ import annotations

from engine.bots.character import CHARACTERS, LEVELS

RANDOM = "random"
USUAL = "steady/veteran"


def names() -> tuple[str, ...]:
    """The names of all bots."""
    return (RANDOM, *(f"{character}/{level}" for character in CHARACTERS for level in LEVELS))


def is_known(name: str) -> bool:
    """Is there a bot with this name?"""
    character, _, level = name.partition("/")
    return name == RANDOM or (character in CHARACTERS and (level or "veteran") in LEVELS)


def title_of(name: str) -> str:
    """What players read."""
    if name == RANDOM:
        return "Chance"
    character, _, level = name.partition("/")
    title = CHARACTERS[character].title if character in CHARACTERS else character
    return f"{title}, {level or 'veteran'}"
