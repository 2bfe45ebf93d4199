"""The scenario store: the catalogue, numbered backups, and shipped scenarios to copy."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from app.background.progress import Progress, silent
from editor.document.editor_document import EditorDocument
from editor.document.keys import free_key
from editor.files.backups import Backup, Backups
from editor.files.deleted_scenarios import Deleted, DeletedScenarios
from engine import games
from engine.bad_input import BadInput
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.labels import with_labels
from engine.catalogue.scenario_text import load_file, loads, save_file

if TYPE_CHECKING:
    from engine.catalogue.store import Catalogue


class StoredScenario(Struct, frozen=True):
    """A scenario that can be opened; shipped ones are opened as a copy."""

    key: str
    title: str
    game: str
    shipped: bool
    revision: int = 0
    draft: bool = False
    tags: tuple[str, ...] = ()


class ScenarioStore:
    """All scenarios that can be edited. Saving without a catalogue raises BadInput."""

    def __init__(self, catalogue: Catalogue | None, folder: Path) -> None:
        self.folder = folder
        self.use_catalogue(catalogue)
        self.deleted = DeletedScenarios(folder)
        self._titles: dict[str, str] = {}

    def use_catalogue(self, catalogue: Catalogue | None) -> None:
        """Save to this catalogue from now on; that of the program is opened after its window."""
        self.catalogue = catalogue
        self._backups = Backups(catalogue, self.folder) if catalogue is not None else None

    def scenarios(self) -> list[StoredScenario]:
        """Own scenarios first, then shipped ones, each by game and title."""
        found = {}
        if self.catalogue is not None:
            for entry in self.catalogue.list():
                tags = tuple(entry.tags.split(", ")) if entry.tags else ()
                found[entry.key] = StoredScenario(
                    entry.key, entry.title, entry.game, entry.shipped, entry.revision, entry.draft, tags
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

    # managing

    def rename(self, kept: StoredScenario, title: str) -> None:
        """Give a scenario another title; its key stays, as saved games and links know it by that."""
        if not title.strip():
            raise BadInput("A scenario needs a title.")
        self._change(kept, lambda document: replace(document, title=title.strip()))

    def label(self, kept: StoredScenario, *, draft: bool | None = None, tags: Iterable[str] = ()) -> None:
        """Mark a scenario as a draft or as ready, or without `draft`, give it other tags."""
        now = kept.draft if draft is None else draft
        listed = tuple(tags) if draft is None else kept.tags
        self._change(kept, lambda found: replace(found, data=with_labels(found.data, now, listed)))

    def _change(self, kept: StoredScenario, change: Callable[[ScenarioDocument], ScenarioDocument]) -> None:
        if kept.shipped:
            raise BadInput(f"{kept.title!r:.60} is shipped and cannot be changed; duplicate it first.")
        before = self.load(kept)
        after = change(before)
        if after != before:
            self.save(after, kept.revision)

    def duplicate(self, kept: StoredScenario) -> str:
        """Save a copy under a free key; the key of the copy."""
        document = self.load(kept)
        key, title = self.free_key(f"{document.key}-copy"), f"{document.title} (copy)"
        self.save(replace(document, key=key, title=title))
        return key

    def delete(self, kept: StoredScenario) -> Deleted:
        """Delete an own scenario; the result restores it."""
        if self.catalogue is None or kept.shipped:
            raise BadInput(f"{kept.title!r:.60} is shipped and cannot be deleted.")
        deleted = self.deleted.keep(self.load(kept))
        self.catalogue.delete(kept.key)
        return deleted

    def restore(self, deleted: Deleted) -> str:
        """Bring a deleted scenario back, under another key if its own has been taken; the key."""
        document = self.deleted.read(deleted)
        key = self.free_key(document.key)
        self.save(replace(document, key=key))
        self.deleted.forget(deleted)
        return key

    def export(self, kept: StoredScenario, path: Path) -> None:
        """Write a scenario with its map as a text file."""
        save_file(path, self.load(kept))

    def take_in(self, path: Path) -> str:
        """Save a scenario from a text file, under another key if its own is taken; the key."""
        document = load_file(path)
        check_key(document.key)
        key = self.free_key(document.key)
        self.save(replace(document, key=key))
        return key

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
