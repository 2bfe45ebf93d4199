"""What a check of a scenario has found."""

from __future__ import annotations

from typing import Final

from engine.record import Record

SEVERITIES: Final = ("error", "warning", "note")


class Finding(Record):
    """An error cannot be played, a warning is probably wrong, a note is worth a look."""

    severity: str
    where: str
    text: str
    fix: str = ""

    def __str__(self) -> str:
        advice = f" {self.fix}" if self.fix else ""
        return f"{self.severity}: {self.where}: {self.text}{advice}"


def error(where: str, text: str, fix: str = "") -> Finding:
    return Finding("error", where, text, fix)


def warning(where: str, text: str, fix: str = "") -> Finding:
    return Finding("warning", where, text, fix)


def note(where: str, text: str, fix: str = "") -> Finding:
    return Finding("note", where, text, fix)
