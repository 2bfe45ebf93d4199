"""The figures of a shipped scenario: how games between equal bots ended, with the command that repeats them.

`startline lab SCENARIO --write-figures` writes them to `resources/balance`; the scenario's card shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec

from engine import games
from engine.bad_input import BadInput
from engine.bots.rates import Share
from engine.catalogue import toml_text as toml
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.plain_data import read, write
from engine.files import read_text, write_atomically
from engine.mechanics.plural import counted
from engine.parse_limits import load_toml
from engine.record import Record
from resources import FOLDER

BALANCE: Final = FOLDER / "balance"
NOT_MEASURED: Final = "Balance: not measured yet."
OUTDATED: Final = "Counted before a change of the scenario or its rules."
_LONGEST: Final = 20_000
_WORDS: Final = ("title", "description", "balance", "complexity", "minutes", "map")
"""What does not belong to the digest of a scenario: words about it, and its map."""


class Wins(Record):
    """The games that a side won, with the interval (Wilson, 95 %) of its rate in percent."""

    games: int
    low: int
    high: int


class ScenarioFigures(Record):
    """What the lab counted."""

    scenario: str
    command: str
    """What repeats the games and writes the figures."""
    bots: Mapping[str, str]
    """The bot of each side."""
    games: int
    seed: str
    bots_version: int
    rules_version: int
    digest: str
    """Of what decides the games in the text of the scenario."""
    wins: Mapping[str, Wins]
    """By side; the other games were drawn."""
    cut_off: int
    """Games that were stopped because they did not end; they count as drawn."""
    results: Mapping[str, int]
    """Games by their result."""
    last_turns: Mapping[str, int]
    """Games by the turn in which they ended."""

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return self.games - sum(won.games for won in self.wins.values())

    def has_equal_bots(self) -> bool:
        """Were all sides played by the same bot?"""
        return len(set(self.bots.values())) == 1


def wins_of(share: Share) -> Wins:
    """The games that a side won, with the interval in whole percents."""
    low, high = share.interval
    return Wins(share.count, round(100 * low), round(100 * high))


def digest_of(document: ScenarioDocument) -> str:
    """Of everything that decides a game, but the map: not of words about the scenario."""
    deciding = {
        name: write(getattr(document, name)) for name in document.__struct_fields__ if name not in _WORDS
    }
    return sha256(msgspec.json.encode(deciding, order="sorted")).hexdigest()[:16]


def path_of(key: str) -> Path:
    """The file of a shipped scenario's figures."""
    return BALANCE / f"{key}.toml"


def figures_of_scenario(key: str) -> ScenarioFigures | None:
    """The figures of a shipped scenario; None if it was not measured yet."""
    path = path_of(key)
    return loads(read_text(path, _LONGEST)) if path.is_file() else None


def loads(text: str) -> ScenarioFigures:
    """Figures from their text; BadInput if it holds anything else."""
    try:
        plain = load_toml(text, "The figures of the lab")
    except ValueError as problem:
        raise BadInput(f"The figures of the lab cannot be read: {problem}") from None
    return read(ScenarioFigures, plain, "The figures of the lab")


def dumps(figures: ScenarioFigures) -> str:
    """The text of figures."""
    plain: Any = write(figures)
    return "".join(f"{toml.key(name)} = {toml.spread(value)}\n" for name, value in plain.items())


def save(figures: ScenarioFigures) -> Path:
    """Write the figures of a shipped scenario; returns the file."""
    path = path_of(figures.scenario)
    path.parent.mkdir(exist_ok=True)
    write_atomically(path, dumps(figures).encode())
    return path


# in words


def is_current(figures: ScenarioFigures, document: ScenarioDocument) -> bool:
    """Were they counted with this scenario and with the rules as they are?"""
    rules = games.about(document.game).rules_version
    return (figures.rules_version, figures.digest) == (rules, digest_of(document))


def sentence_of(figures: ScenarioFigures | None, document: ScenarioDocument) -> str:
    """What players read of it on the card."""
    if figures is None:
        return NOT_MEASURED
    titles = {side.key: side.title or side.key for side in document.playing_sides}
    parts: list[str] = []
    for side, won in sorted(figures.wins.items(), key=lambda item: -item[1].games):
        of = f"of {counted(figures.games, 'game')} " if not parts else ""
        parts.append(f"{titles.get(side, side)} won {won.games} {of}({won.low} to {won.high} %)")
    if figures.draws:
        parts.append(f"{figures.draws} drawn")
    if figures.cut_off:
        parts.append(f"{figures.cut_off} cut off because they did not end")
    who = "Between equal bots" if figures.has_equal_bots() else "Between bots"
    return f"{who}: {', '.join(parts)}."
