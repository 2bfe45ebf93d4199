"""The window, the editor and the referee know no verb, event, track or map word of a single game."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source_tree import ROOT, UNFINISHED, calls, place, python_files, syntax

NEUTRAL = ("app", "editor", "engine/referee")

KERNEL_VERBS = {"pass", "done", "end", "cancel"}
"""Verbs of `engine.referee.frame`, which mean the same in every game."""
ENGLISH = {
    *("bridge", "capital", "command", "drop", "ferry", "fire", "first", "keep", "land", "open", "phase"),
    *(
        "place",
        "rail",
        "remove",
        "replace",
        "roll",
        "scale",
        "select",
        "stay",
        "supply",
        "to",
        "turn",
        "weather",
    ),
}
"""Words that games use, too, and that mean something else where they stand: menu keys, terrain, columns."""
MAP_ENGLISH = {
    *("bocage", "clear", "forest", "ground", "hill", "marsh", "mountain", "neutral", "open", "polder", "sea"),
    *("soft", "water", "woods"),
    *(
        "border",
        "boundary",
        "bridge",
        "canal",
        "cliff",
        "dam",
        "estuary",
        "highway",
        "lake",
        "major",
        "minor",
    ),
    *("rail", "river", "road", "stream", "teeth", "wall"),
    *("airfield", "area", "beach", "city", "entry", "fortification", "industrial", "industry", "level"),
    *("objective", "pillbox", "port"),
    *("prepared", "quarter", "supply", "town", "village"),
}
"""What maps of many games show."""
KNOWN = {
    ("app/play/history/chapters.py", "assault"): "a title with this word is taken to be a combat",
    ("app/play/history/chapters.py", "attack"): "a title with this word is taken to be a combat",
    ("app/tour/tour.py", "move"): "the tour looks for a decision about a move to photograph",
}
"""Words of a game that are still there, and why. This list may only become shorter."""


NAMED_BY = {
    **dict.fromkeys(("Action", "Event", "Track"), 0),
    **dict.fromkeys(
        ("order", "change", "end", "way_out", "Go", "GoBy", "KeepDice", "RollAgain", "RollOneAgain"), 0
    ),
    "tell": 1,
}
"""What is called → which argument is a word of the game."""
USUAL = {"end": "end", "way_out": "cancel"}
"""The verbs of orders that name none."""


def words_in_calls(path: Path) -> Iterator[str]:
    """The verb of each `Action` and order, the name of each `Event`, the key of each `Track`."""
    for name, call in calls(path):
        at = NAMED_BY.get(name)
        if at is not None and len(call.args) > at:
            word = call.args[at]
            if isinstance(word, ast.Constant):
                yield str(word.value)
        elif name in USUAL:
            yield USUAL[name]


def words_in_classes(path: Path) -> Iterator[str]:
    """The attribute `verb` of an order, and the verbs that `words` of a decision has labels for."""
    for node in ast.walk(syntax(path)):
        match node:
            case ast.Assign(targets=[ast.Name(id="verb")], value=ast.Constant(value=str(verb))):
                yield verb
            case ast.AnnAssign(target=ast.Name(id="words" | "WORDS"), value=ast.Dict(keys=keys)):
                yield from (key.value for key in keys if isinstance(key, ast.Constant))  # type: ignore[misc]


def game_words() -> set[str]:
    """Every verb, event and track that the games define."""
    files = [path for path in python_files("engine/games") if not set(UNFINISHED) & set(path.parts)]
    return {word for path in files for found in (words_in_calls, words_in_classes) for word in found(path)}


def map_words() -> set[str]:
    """The words of every kind of terrain, feature and hexside on the shipped maps."""
    kinds: set[str] = set()
    for folder in ("maps", "scenarios"):
        for path in sorted((ROOT / "resources" / folder).glob("*.toml")):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            kinds |= set(data.get("legend", {}).values())
            kinds |= {row["kind"] for table in ("features", "hexsides") for row in data.get(table, ())}
    return {word for kind in kinds for word in re.findall(r"[a-z]+", kind.lower())}


def literals() -> Iterator[tuple[Path, ast.Constant]]:
    """Every text in the neutral packages."""
    for path in python_files(*NEUTRAL):
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path, node


def found_words() -> dict[tuple[str, str], str]:
    """Words of games in the neutral packages: (file, word) and where that is."""
    verbs = game_words() - KERNEL_VERBS - ENGLISH
    on_maps = map_words() - MAP_ENGLISH
    found: dict[tuple[str, str], str] = {}
    for path, node in literals():
        text = str(node.value)
        words = {text} & verbs
        if "." not in text:  # a list of words, not a sentence
            words |= set(re.findall(r"[a-z]+", text)) & on_maps
        for word in words:
            found.setdefault((str(path.relative_to(ROOT)), word), place(path, node))
    return found


def test_the_words_of_the_games_are_collected() -> None:
    words = game_words()
    assert {"halt", "counter_air", "UnitTurned", "daylight", "recall", "march"} <= words
    assert {"dotted", "ruhr", "scheldt", "westwall", "road"} <= map_words() - (MAP_ENGLISH - {"road"})
    assert not (KERNEL_VERBS | ENGLISH) - words, "a word that no game uses needs no exception"
    assert not MAP_ENGLISH - map_words()


def test_no_word_of_a_game_stands_outside_the_games() -> None:
    found = found_words()
    assert [f"{where}: {word}" for (file, word), where in found.items() if (file, word) not in KNOWN] == []


def test_no_exception_has_become_needless() -> None:
    assert set(KNOWN) - set(found_words()) == set()
