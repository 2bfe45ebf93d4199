"""The library: scenarios of the catalogue and of the registered games, and saved games."""

from __future__ import annotations

import os
from collections import Counter as Counted
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

from app.rules.rule_library import rule_library
from app.saving.autosave import Autosave
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.referee import save as saves
from engine.referee.fair_seed import Contribution, contributions_of, seed_of
from engine.referee.outcome import Outcome
from engine.referee.progress import Progress
from engine.referee.public_seat import PublicSeat
from engine.referee.refusal import RulesBug
from engine.referee.session import Session, Start
from engine.referee.view import Counter, View

if TYPE_CHECKING:
    from engine.catalogue.game_store import SavedEntry
    from engine.catalogue.store import Catalogue

Committed: TypeAlias = Mapping[str, Contribution]
"""The contributions of the sides to the seed of the dice."""


class Card(Struct, frozen=True):
    """One scenario of the library. `in_catalogue` is False if only the game's package contains it."""

    game: str
    game_title: str
    key: str
    title: str
    turns: int
    units: int
    minutes: int
    complexity: int
    playable: bool
    in_catalogue: bool


class SavedPosition(Struct, frozen=True):
    """The last position of a saved game. `to_act` names who acts next; empty after the end."""

    document: ScenarioDocument | None
    view: View
    to_act: str
    outcome: Outcome | None


class ScenarioLibrary:
    """Scenarios and saved games. `problem` says why no catalogue is open."""

    def __init__(
        self, catalogue: Catalogue | None = None, problem: str = "", marks: Path | None = None
    ) -> None:
        self.catalogue = catalogue
        self.problem = problem
        self.autosave = Autosave(catalogue, marks)

    @classmethod
    def open(cls, where: str | None) -> ScenarioLibrary:
        """Open the named catalogue, or the user's own; without one the problem is set."""
        from engine.catalogue import store, user_copy
        from engine.catalogue.user_folder import user_folder

        marks = user_folder() / "tables"
        if where is not None:
            return cls(store.open(where), marks=marks)
        try:
            return cls(user_copy.user_catalogue(), marks=marks)
        except BadInput as problem:
            return cls(None, str(problem))

    def wait_until_open(self) -> None:
        """Return when the catalogue is open, or when it is known that there is none."""

    def close(self) -> None:
        """Close the current game and the catalogue."""
        self.autosave.leave()
        if self.catalogue is not None:
            self.catalogue.close()

    # scenarios

    def cards(self) -> list[Card]:
        """Every scenario once, by game; those of games that are not installed come last.

        A newcomer sees first games with a referee, of them what is easy, guided and short.
        """
        listed = list(self._catalogue_cards())
        listed += self._registry_cards(known={card.key for card in listed})
        easiest: dict[str, tuple[bool, int, bool, int]] = {}
        for card in listed:
            refereed = card.playable and games.about(card.game).enforces_rules
            guided = card.playable and rule_library(card.game).lesson_path() is not None
            ease = (not refereed, card.complexity, not guided, card.minutes)
            easiest[card.game] = min(ease, easiest.get(card.game, ease))
        return sorted(
            listed,
            key=lambda card: (
                not card.playable,
                easiest[card.game],
                card.game_title,
                card.complexity,
                card.key,
            ),
        )

    def _catalogue_cards(self) -> Iterator[Card]:
        if self.catalogue is None:
            return
        installed = games.keys()
        for entry in self.catalogue.list():
            if entry.draft:
                continue  # It is only in the editor.
            playable = entry.game in installed
            title = games.about(entry.game).title if playable else entry.game
            turns = entry.last_turn - entry.first_turn + 1
            yield Card(
                entry.game,
                title,
                entry.key,
                entry.title,
                turns,
                entry.units,
                entry.minutes,
                entry.complexity,
                playable,
                True,
            )

    def _registry_cards(self, known: set[str]) -> Iterator[Card]:
        """Scenarios that are only in the games' packages; reading a large one takes time."""
        for game in map(games.game, games.keys()):
            for key in game.scenarios():
                if key in known:
                    continue
                document = _packaged(game.key, key)
                turns = document.turns.last - document.turns.first + 1
                yield Card(
                    game.key,
                    game.title,
                    key,
                    document.title,
                    turns,
                    len(document.units),
                    document.minutes,
                    document.complexity,
                    True,
                    False,
                )

    def document(self, card: Card) -> ScenarioDocument:
        """The whole scenario."""
        if card.in_catalogue and self.catalogue is not None:
            return self.catalogue.load(card.key)
        return _packaged(card.game, card.key)

    def saved_position(
        self, entry: SavedEntry, progress: Progress | None, players_of: Callable[[Session], Mapping[str, str]]
    ) -> SavedPosition:
        """The last position of a saved game as every side may see it; reading it may take long."""
        session = self.autosave.open_read_only(entry, progress)
        found = getattr(session.scenario, "document", None)
        document = found if isinstance(found, ScenarioDocument) else None
        titles = {side.key: side.title for side in document.sides} if document is not None else {}
        side = session.deciding_side or ""
        title, name = titles.get(side, side), players_of(session).get(side, "")
        return SavedPosition(
            document,
            PublicSeat(session, None).view,
            f"{name} ({title})" if name else title,
            session.outcome,
        )

    def public_counters(self, card: Card, document: ScenarioDocument) -> list[Counter]:
        """The counters that every side may see at the start; hidden units are left out."""
        try:
            session = _begun(card.game, card.key, self._text(card, document), {})
        except BadInput:
            return []
        return list(PublicSeat(session, None).view.counters)

    def results(self, card: Card) -> Counted[str]:
        """Number of finished games by winning side; "" is a draw."""
        if self.catalogue is None:
            return Counted()
        from engine.catalogue.results import results

        return results(self.catalogue, card.key)

    def _text(self, card: Card, document: ScenarioDocument) -> str:
        from engine.catalogue.picture import without_picture
        from engine.catalogue.scenario_text import dumps

        if card.in_catalogue:
            return dumps(without_picture(document))
        return games.game(card.game).scenario_text(card.key)

    # games

    def begin(
        self,
        card: Card,
        options: Mapping[str, Any] | None = None,
        committed: Committed | None = None,
        bots: Mapping[str, str] | None = None,
    ) -> Session:
        """Start a new game that is saved automatically; `bots` play some sides, each by its name."""
        session = self.set_up(card, options, committed=committed)
        session.bots = dict(bots or {})
        self.keep(session, card.title)
        return session

    def set_up(
        self,
        card: Card,
        options: Mapping[str, Any] | None = None,
        seed: str = "",
        committed: Committed | None = None,
    ) -> Session:
        """A new game that is not saved. Without a seed, all sides contribute to the dice."""
        document = self.document(card)
        sides = [] if seed else [side.key for side in document.playing_sides]
        given = contributions_of(sides, committed)
        return _begun(card.game, card.key, self._text(card, document), options or {}, seed, given)

    def keep(self, session: Session, title: str) -> None:
        """Save every action of this game to the catalogue from now on."""
        self.autosave.keep(session, title)

    def begun(self) -> tuple[SavedEntry, ...]:
        """The games that can be continued, the latest first."""
        return self.autosave.begun()

    def resume(self, entry: SavedEntry, progress: Progress | None = None) -> Session:
        """Continue a saved game."""
        return self.autosave.resume(entry, progress)

    def open_file(self, path: Path, progress: Progress | None = None) -> Session:
        """Open a saved game from a file; it is saved in the catalogue as a separate game."""
        session = saves.restore(saves.read(path), games.game, progress)
        self.keep(session, path.stem)
        return session

    def read_file(self, path: Path) -> saves.Save:
        """Read a saved game from a file."""
        return saves.read(path)

    def open_at_once(self, save: saves.Save, title: str) -> Session | None:
        """Open a saved game; None if it must be replayed first."""
        if saves.must_be_replayed(save, games.game):
            return None
        session = saves.restore(save, games.game)
        self.keep(session, title)
        return session


def _begun(
    game_key: str,
    key: str,
    text: str,
    options: Mapping[str, Any],
    seed: str = "",
    contributions: tuple[Contribution, ...] = (),
) -> Session:
    fixed = seed_of(contributions) if contributions else seed or os.urandom(16).hex()
    start = Start(game_key, "scenario", key, text, fixed, dict(options), contributions)
    try:
        return Session.begin(games.game(game_key), start)
    except RulesBug as bug:
        raise BadInput(f"The scenario {key} cannot be set up: {bug}") from bug


@cache
def _packaged(game: str, key: str) -> ScenarioDocument:
    """A scenario from a game's package, cached."""
    from engine.catalogue.scenario_text import loads

    return loads(games.game(game).scenario_text(key))
