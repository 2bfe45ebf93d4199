"""Problems of a scenario, and where on the map or in the editor to fix them."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from engine import games
from engine.bad_input import BadInput
from engine.catalogue.check import check
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.finding import Fault, Finding, error
from engine.catalogue.start_line import region_hexes
from engine.hexes.lattice import Lattice
from engine.referee.refusal import RulesBug

_WORDS: Final = re.compile(r"[A-Za-z0-9.:_+/-]+")
_OWNERS: Final = ("unit", "set-up of", "region", "start line", "formation", "victory", "side")


class Problem(Struct, frozen=True):
    """A finding with the hexes and hexsides it mentions."""

    finding: Finding
    hexes: tuple[str, ...] = ()
    hexsides: tuple[str, ...] = ()
    title: str = ""
    """A readable title; empty if the finding's own text is enough."""

    def __str__(self) -> str:
        """Where, and what is wrong."""
        where = self.title or self.finding.where
        return f"{where[:1].upper()}{where[1:]}: {self.finding.text}"


class Spot(Struct, frozen=True):
    """Where in the editor a problem is fixed: a tab, a table in it, and the key of the row.

    Where the key is not unique, `about` is the unit or name that tells the rows apart.
    """

    part: str
    table: str = ""
    key: str = ""
    about: str = ""


TABLE_PARTS: Final = ("ratings", "dice", "markers", "decks", "cards", "tracks", "notes")
"""The tables of the tab on which an author says what lies on the table."""
_SPOTS: Final = (
    (r"unit (?P<key>.+)", "forces", "units"),
    (r"formation (?P<key>.+)", "forces", "formations"),
    (r"side (?P<key>.+)", "forces", "sides"),
    (r"units", "forces", "units"),
    (r"sides", "forces", "sides"),
    (r"formations", "forces", "formations"),
    (r"unit types", "forces", "types"),
    (r"set-up of (?P<key>.+)", "schedule", "setups"),
    (r"set-up", "schedule", "setups"),
    (r"schedule, turn (?P<key>.+)", "schedule", "entries"),
    (r"allotment (?P<key>.+)", "schedule", "allotments"),
    (r"boxes", "schedule", "boxes"),
    (r"victory (?P<key>.+)", "victory", "conditions"),
    (r"victory", "victory", "conditions"),
    (r"option (?P<key>.+)", "scenario", "options"),
    (r"options", "scenario", "options"),
    (r"special rules", "scenario", "rules"),
    (r"chart (?P<key>.+)", "charts", ""),
    *((rf"{part} (?P<key>.*)", "table", part) for part in TABLE_PARTS),
    (r"table.*", "table", ""),
    (r"scenario|turns|area|game", "scenario", ""),
)
_IN_TABLES: Final = rf"(unit|formation|schedule,|allotment|victory|option|chart|{'|'.join(TABLE_PARTS)}) .+"
"""Fixed in a table even if the problem has hexes."""
ROSTER: Final = "roster"


def spot_of(problem: Problem) -> Spot | None:
    """Where to fix a problem; None means on the map, at its hexes."""
    finding = problem.finding
    where = finding.where
    if (problem.hexes or problem.hexsides) and not re.fullmatch(_IN_TABLES, where):
        return None
    for pattern, part, table in _SPOTS:
        if (found := re.fullmatch(pattern, where)) is not None:
            key = found.groupdict().get("key") or ""
            if finding.key == Fault.UNUSED_UNIT:
                return Spot(ROSTER, "", key)
            return Spot(part, table, key, finding.about)
    return None


def problems_of(document: ScenarioDocument) -> list[Problem]:
    """All findings of the general checks and the game's checks, errors first."""
    try:
        game = games.game(document.game)
    except BadInput:
        game = None
    try:
        lattice = document.map.lattice()
        findings = check(document, game)
    except (BadInput, RulesBug) as problem:
        return [Problem(error("scenario", str(problem)))]
    if game is None:
        findings.append(error("game", f"The game {document.game!r:.40} is not installed."))
    return [located(finding, document, lattice) for finding in findings]


def located(finding: Finding, document: ScenarioDocument, lattice: Lattice) -> Problem:
    """Find the hexes and hexsides of a finding: its places, those in its text, or those of its record."""
    hexes: dict[str, None] = {}
    hexsides: dict[str, None] = {}
    words = finding.places or _WORDS.findall(f"{finding.where} {finding.text}")
    for word in (word.strip(".:,") for word in words):
        if word in lattice:
            hexes[lattice.first_name(word)] = None
        elif "/" in word:
            try:
                hexsides[lattice.canonical(word)] = None
            except BadInput:
                continue
    if not hexes and not hexsides:
        hexes = dict.fromkeys(_through_owner(finding.where, document, lattice))
    titles = {f"side {side.key}": side.title for side in document.sides}
    return Problem(finding, tuple(hexes), tuple(hexsides), titles.get(finding.where, ""))


def _through_owner(where: str, document: ScenarioDocument, lattice: Lattice) -> list[str]:
    for owner in _OWNERS:
        if where.startswith(f"{owner} "):
            key = where.removeprefix(f"{owner} ")
            if owner in ("unit", "set-up of"):
                places = [s.place.at for s in document.setups if s.unit == key and s.place.kind == "hex"]
                return [lattice.first_name(here) for here in places if here in lattice]
            if owner == "region" and (region := document.region(key)) is not None:
                try:
                    return list(region_hexes(lattice, region))
                except BadInput:
                    return []
            if owner == "start line":
                lines = [line for line in document.start_lines if line.key == key]
                return [point for line in lines for point in line.points if point in lattice]
    return []
