"""A failure of the fuzzer: what went wrong, a save that opens right before it, and how to see it again."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine import games as registry
from engine.record import Record
from engine.referee.history import SavedStep
from engine.referee.save import Divergence, Save, loads, replay, restore, saved, write
from engine.referee.session import Session


class Failure(Record):
    """What went wrong, at which action, and the save that stands right before it, if one could be written."""

    scenario: str
    seed: str
    options: Mapping[str, Any]
    action: int
    what: str
    save: str
    command: str

    def __str__(self) -> str:
        where = f"; open {self.save}" if self.save else ""
        return (
            f"{self.scenario}, seed {self.seed}, options {options_text(self.options)}, action {self.action}:"
            f" {self.what}{where}; again: {self.command}"
        )

    def note(self) -> str:
        """The text of the note next to the save."""
        lines = (
            ("failure", self.what),
            ("scenario", self.scenario),
            ("seed", self.seed),
            ("options", json.dumps(dict(self.options), ensure_ascii=False)),
            ("before action", str(self.action)),
            ("play it again", self.command),
        )
        return "".join(f"{name}: {text}\n" for name, text in lines)


def options_text(options: Mapping[str, Any]) -> str:
    """The switches that are on, and whatever is more than a switch."""
    named = [
        name if value is True else f"{name}={value}" for name, value in options.items() if value is not False
    ]
    return " ".join(named) or "none"


def keep(session: Session, failure: Failure, out: str, name: str) -> Failure:
    """Write the game before the failed action, and a note about the failure next to it."""
    path = Path(out) / re.sub(r"[^\w.-]+", "_", f"{name}.startline")
    at = failure.action - 1
    while at >= 0:
        try:
            save = _opening_save(session, at)
        except Divergence as problem:
            at = min(at, problem.action) - 1
        except Exception:
            # If the position itself cannot be written, the one before it may be valid.
            at -= 1
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            write(save, path)
            path.with_suffix(".txt").write_text(failure.note(), encoding="utf-8")
            return replace(failure, save=str(path))
    return failure


def _opening_save(session: Session, at: int) -> Save:
    """A save of a step that is known to open; without its snapshot if only the replay works."""
    taken = tuple(taken for taken in session.takebacks if taken.at <= at)
    record = Save(session.start, session.game.rules_version, tuple(_entries(session, at)), taken)
    save = saved(replay(loads(record.dumps()), session.game))
    try:
        restore(loads(save.dumps()), registry.game).legal()
    except Exception:
        return record
    return save


def _entries(session: Session, at: int) -> list[SavedStep]:
    """The record up to a step; what cannot be written may be its end, or that its past is replayed."""
    try:
        return session.branch(at).history.saved_steps()
    except Divergence:
        return session.history.saved_steps()[:at]
