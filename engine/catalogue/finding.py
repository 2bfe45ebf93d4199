"""What a check of a scenario has found."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from engine.record import Record

SEVERITIES: Final = ("error", "warning", "note")


class Fault(StrEnum):
    """The kind of a fault, for programs: the editor looks up quick fixes by it, so sentences may change."""

    NO_TERRAIN = "no-terrain"
    OFF_MAP = "off-map"
    LABEL_OFF_MAP = "label-off-map"
    SECOND_NUMBER = "second-number"
    HEXSIDE_NAME = "hexside-name"
    USELESS_BRIDGE = "useless-bridge"
    LONE_WATER = "lone-water"
    UNREADABLE_PICTURE = "unreadable-picture"
    UNREADABLE_ART = "unreadable-art"
    UNREADABLE_BOARD = "unreadable-board"
    TURN_NAMES = "turn-names"
    NO_SUCH_AREA = "no-such-area"
    SAME_UNIT_ID = "same-unit-id"
    SAME_UNIT_NAME = "same-unit-name"
    NO_SUCH_TYPE = "no-such-unit-type"
    NO_SUCH_FORMATION = "no-such-formation"
    MISSING_RATING = "missing-rating"
    UNUSED_UNIT = "unused-unit"
    SET_UP_AND_SCHEDULED = "set-up-and-scheduled"
    SETUP_WITHOUT_UNIT = "setup-without-unit"
    MISPLACED_UNIT = "misplaced-unit"
    """A unit is set up where it cannot be; `about` names it."""
    CROWDED_HEX = "crowded-hex"
    """Units that may not be together in the hexes of `places`."""
    ENTRY_WITHOUT_UNIT = "entry-without-unit"
    ENTRY_NOT_PLAYED = "entry-on-no-turn"
    ALLOTMENT_NOT_PLAYED = "allotment-on-no-turn"
    OPTION_DEFAULT = "option-default"
    NO_VICTORY = "no-victory-conditions"
    NO_BANDS = "score-without-bands"
    LIMITED_BANDS = "bands-with-limits"


class Finding(Record):
    """An error cannot be played, a warning is probably wrong, a note is worth a look."""

    severity: str
    where: str
    text: str
    fix: str = ""
    key: str = ""
    """A `Fault`; empty if nothing depends on the kind."""
    about: str = ""
    """The key or name of the record concerned: a unit, a condition, a kind of hexside …"""
    places: tuple[str, ...] = ()
    """All hexes or hexsides concerned, where the text names only some of them."""

    def __str__(self) -> str:
        advice = f" {self.fix}" if self.fix else ""
        return f"{self.severity}: {self.where}: {self.text}{advice}"


def error(
    where: str, text: str, fix: str = "", *, key: str = "", about: str = "", places: tuple[str, ...] = ()
) -> Finding:
    return Finding("error", where, text, fix, key, about, places)


def warning(
    where: str, text: str, fix: str = "", *, key: str = "", about: str = "", places: tuple[str, ...] = ()
) -> Finding:
    return Finding("warning", where, text, fix, key, about, places)


def note(
    where: str, text: str, fix: str = "", *, key: str = "", about: str = "", places: tuple[str, ...] = ()
) -> Finding:
    return Finding("note", where, text, fix, key, about, places)
