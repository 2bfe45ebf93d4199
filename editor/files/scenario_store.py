"""The scenario store: the catalogue, numbered backups, and shipped scenarios to copy."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from app.background.progress import Progress, silent
from editor.document.editor_document import EditorDocument
from editor.document.keys import free_key
from editor.files.backups import Backup, Backups
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import loads

if TYPE_CHECKING:
    from engine.catalogue.store import Catalogue


class StoredScenario(Struct, frozen=True):
    """A scenario that can be opened; shipped ones are opened as a copy."""

    key: str
    title: str
    game: str
    shipped: bool
    revision: int = 0


class ScenarioStore:
    """All scenarios that can be edited. Saving without a catalogue raises BadInput."""

    def __init__(self, catalogue: Catalogue | None, folder: Path) -> None:
        self.catalogue = catalogue
        self.folder = folder
        self._backups = Backups(catalogue, folder) if catalogue is not None else None
        self._titles: dict[str, str] = {}

    def scenarios(self) -> list[StoredScenario]:
        """Own scenarios first, then shipped ones, each by game and title."""
        found = {}
        if self.catalogue is not None:
            for entry in self.catalogue.list():
                found[entry.key] = StoredScenario(
                    entry.key, entry.title, entry.game, entry.shipped, entry.revision
                )
        for game in map(games.game, games.keys()):
            if isinstance(game, DocumentGame):
                for key in set(game.scenarios()) - found.keys():
                    found[key] = StoredScenario(key, self._title(game, key), game.key, True)
        return sorted(found.values(), key=lambda kept: (kept.shipped, kept.game, kept.title))

    def _title(self, game: DocumentGame, key: str) -> str:
        """The title of a scenario shipped with a game; cached."""
        if key not in self._titles:
            text = (game.scenario_folder() / f"{key}.toml").read_text(encoding="utf-8")
            written = re.search(r'^title = "((?:[^"\\\\]|\\\\.)*)"', text, re.MULTILINE)
            self._titles[key] = str(json.loads(f'"{written[1]}"')) if written else key
        return self._titles[key]

    def load(self, kept: StoredScenario) -> ScenarioDocument:
        """Load a stored scenario."""
        if self.catalogue is not None and any(e.key == kept.key for e in self.catalogue.list()):
            return self.catalogue.load(kept.key)
        return loads(games.game(kept.game).scenario_text(kept.key))

    def open(self, kept: StoredScenario) -> EditorDocument:
        """Load a scenario for editing; a shipped one becomes an unsaved copy."""
        return self.to_edit(kept, self.load(kept))

    def to_edit(self, kept: StoredScenario, found: ScenarioDocument) -> EditorDocument:
        """Make an editable document of a loaded scenario."""
        if not kept.shipped:
            return EditorDocument(found, kept.revision)
        return self.copy_of(found)

    def copy_of(self, found: ScenarioDocument) -> EditorDocument:
        """An unsaved copy of a scenario under a new key."""
        key, title = self.free_key(f"{found.key}-mine"), f"{found.title} (my version)"
        document = EditorDocument(replace(found, key=key, title=title))
        document.history.mark_unsaved()
        return document

    def free_key(self, wanted: str) -> str:
        """A key that no scenario has."""
        return free_key(wanted, {kept.key for kept in self.scenarios()})

    # saving

    def save(self, document: ScenarioDocument, revision: int = 0, progress: Progress = silent) -> int:
        """Save the scenario and keep `revision` as a numbered backup; return the new revision."""
        if self.catalogue is None or self._backups is None:
            raise BadInput("There is no catalogue to save to; the start page shows the reason.")
        progress(0, 2, "Keeping the previous version")
        stored_now = {entry.key: entry.revision for entry in self.catalogue.list()}
        if revision and stored_now.get(document.key) == revision:
            self._backups.keep(self.catalogue.load(document.key), revision)
        progress(1, 2, "Saving")
        stored = self.catalogue.save(document, expected_revision=revision)
        if not revision:
            self._backups.forget(document.key)
        return stored

    def named(self, document: ScenarioDocument, key: str, title: str) -> ScenarioDocument:
        """A copy with this key and title; BadInput if the key is taken."""
        key = check_key(key)
        if key in {kept.key for kept in self.scenarios()}:
            raise BadInput(f"There is already a scenario {key!r:.60}; choose another key.")
        return replace(document, key=key, title=title.strip() or key)

    def saved(self, key: str, revision: int) -> ScenarioDocument:
        """The saved version in the catalogue."""
        if self.catalogue is None or not revision:
            raise BadInput("This scenario was never saved, so there is nothing to go back to.")
        return self.catalogue.load(key)

    # backups

    def backups(self, key: str) -> list[Backup]:
        """The previous versions of a scenario, latest first."""
        return self._backups.of(key) if self._backups is not None else []

    def load_backup(self, backup: Backup) -> ScenarioDocument:
        """Load a previous version."""
        return backup.read()


def check_key(key: str) -> str:
    """Check that a key is valid; BadInput if not."""
    key = key.strip()
    if not re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,79}", key):
        raise BadInput(
            f"{key!r:.60} is not a valid key; use lower-case letters, digits, points and hyphens, "
            "like ddb-my-battle."
        )
    return key
