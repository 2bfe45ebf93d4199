"""The vocabulary of victory conditions: words, their arguments, and their display text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from engine.catalogue.document import Plain


class Word(Struct, frozen=True):
    """`parts` is how many expressions it takes: a number, or None for any number of them."""

    word: str
    title: str
    parts: int | None
    is_test: bool
    argument: str = ""
    """Its argument besides expressions: name, holding, places."""


WORDS: Final = (
    Word("number", "the number", 0, False, "number"),
    Word("points", "the points of places held", 0, False, "holding"),
    Word("count", "the number of places held", 0, False, "holding"),
    Word("units", "the number of units", 0, False, "holding"),
    Word("size", "how many places there are", 0, False, "places"),
    Word("counter", "the game's counter", 0, False, "name"),
    Word("turn", "the number of the turn", 0, False),
    Word("earlier", "how often it was true before", 0, False, "name"),
    Word("option", "the option is on", 0, True, "name"),
    Word("at_least", "… is at least …", 2, True),
    Word("at_most", "… is at most …", 2, True),
    Word("more", "… is more than …", 2, True),
    Word("less", "… is less than …", 2, True),
    Word("equal", "… is equal to …", 2, True),
    Word("all", "all of these are true", None, True),
    Word("any", "one of these is true", None, True),
    Word("not", "this is not true", 1, True),
    Word("sum", "the sum of", None, False),
    Word("product", "the product of", None, False),
    Word("minus", "… minus …", 2, False),
    Word("least", "the smallest of", None, False),
    Word("most", "the largest of", None, False),
    Word("if", "if …, then …, else …", 3, False),
)
BY_WORD: Final = {word.word: word for word in WORDS}


def word_of(expression: Plain) -> Word:
    """The word that an expression begins with."""
    if isinstance(expression, Mapping) and len(expression) == 1:
        return BY_WORD.get(next(iter(expression)), BY_WORD["number"])
    return BY_WORD["number"]


def parts_of(expression: Plain) -> tuple[Plain, ...]:
    """The expressions inside an expression."""
    word = word_of(expression)
    if word.parts == 0 or not isinstance(expression, Mapping):
        return ()
    inside = expression[word.word]
    if word.word == "not":
        return (inside,)
    return inside if isinstance(inside, tuple) else ()


def fresh(word: str, side: str) -> Plain:
    """A minimal expression of this word."""
    known = BY_WORD[word]
    if known.argument == "number":
        return 0
    if known.argument == "name":
        return {word: "name"}
    if known.argument == "places":
        return {word: {"feature": "objective"}}
    if known.argument == "holding":
        who = "side" if word == "units" else "control"
        return {word: {who: side} if word == "units" else {who: side, "of": "objective"}}
    if word == "turn":
        return {word: ()}
    if word == "not":
        return {word: {"at_least": (0, 0)}}
    if word == "if":
        return {word: ({"at_least": (0, 0)}, 1, 0)}
    if known.parts is None and known.is_test:
        return {word: ({"at_least": (0, 0)},)}
    return {word: (0, 0)}


def with_parts(expression: Plain, parts: tuple[Plain, ...]) -> Plain:
    """The expression with other expressions inside."""
    word = word_of(expression)
    return {word.word: parts[0] if word.word == "not" else parts}


def replaced(expression: Plain, path: tuple[int, ...], by: Plain | None) -> Plain:
    """Replace the expression at a path; None removes it."""
    if not path:
        return 0 if by is None else by
    parts: list[Any] = list(parts_of(expression))
    at = path[0]
    if len(path) == 1 and by is None:
        del parts[at]
    else:
        parts[at] = replaced(parts[at], path[1:], by)
    return with_parts(expression, tuple(parts))


def at_path(expression: Plain, path: tuple[int, ...]) -> Plain:
    """The expression at a place in it."""
    for at in path:
        expression = parts_of(expression)[at]
    return expression


Titles = Mapping[str, Mapping[str, str]]
"""By kind (side, region, option, earlier) the titles by key."""


def in_words(expression: Plain, titles: Titles) -> str:
    """Display text of one expression without its parts; `titles` are those of sides, regions and so on."""
    word = word_of(expression)
    if isinstance(expression, bool):
        return "true" if expression else "false"
    if isinstance(expression, int):
        return str(expression)
    argument = expression[word.word] if isinstance(expression, Mapping) else ()
    if word.argument == "holding" and isinstance(argument, Mapping):
        return f"{word.title}: {_holding(argument, titles)}"
    if word.argument == "name":
        return f"{word.title}: {titles.get(word.word, {}).get(str(argument), argument)}"
    if word.argument == "places":
        return f"{word.title}: {_places(argument, titles)}"
    return word.title


def _holding(asked: Mapping[str, Plain], titles: Titles) -> str:
    key = str(asked.get("control", asked.get("side", "")))
    side = titles.get("side", {}).get(key, key)
    worth = asked.get("worth")
    where = _places(asked["of"], titles) if "of" in asked else ""
    where = ", ".join(worth) if isinstance(worth, Mapping) else where
    what = asked.get("how", asked.get("what", ""))
    return " · ".join(str(part) for part in (side, where, what) if part)


def _places(wanted: Plain, titles: Titles, kind: str = "") -> str:
    if isinstance(wanted, Mapping):
        return ", ".join(f"{key} {_places(value, titles, key)}" for key, value in wanted.items())
    if isinstance(wanted, tuple):
        return ", ".join(_places(one, titles, kind) for one in wanted)
    return titles.get(kind, {}).get(str(wanted), str(wanted))
