"""A shipped scenario of each game in which some units are left to the players by a set-up rule."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine import games
from engine.catalogue.document import Placement, Region, ScenarioDocument, Setup, StartLine
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import dumps, loads
from engine.record import Record
from engine.referee.action import Action
from engine.referee.session import Accepted, Refused, Session, Start


class Sample(Record):
    """What is changed in a scenario, and hexes that its rules allow or refuse to its units."""

    game: str
    scenario: str
    rules: Mapping[str, str]
    """Unit → its only set-up: by area, near a place, along the start line."""
    legal: Mapping[str, str]
    """Unit → a hex that its rule allows."""
    refused: tuple[tuple[str, str, str, str], ...]
    """A unit, a hex, the case and words of what is said against it."""
    crowd: tuple[str, ...]
    """Units that are one too many for a hex."""
    wing: tuple[str, ...]
    """The hexes of a region "wing"; some of them are refused to a unit that is set up in it."""
    narrow: str
    """A hex in which nobody stands; the region "one" holds it alone, the region "two" a neighbour as well."""
    neighbour: str
    enemy: str
    """A unit of the other side that is left to it, "within 1 along front"."""
    start_lines: tuple[StartLine, ...] = ()

    def document(self, **rules: str) -> ScenarioDocument:
        """The scenario with its units set up by these rules, or by those of the sample."""
        document = loads(shipped(self.game).scenario_text(self.scenario))
        document = replace(
            document,
            regions=(
                *document.regions,
                Region("wing", "Left wing", hexes=self.wing),
                Region("one", hexes=(self.narrow,)),
                Region("two", hexes=(self.narrow, self.neighbour)),
            ),
            start_lines=(*document.start_lines, *self.start_lines),
        )
        return left_open(document, rules or self.rules)


SAMPLES = (
    Sample(
        *("ddb", "ddb-carentan"),
        {"us-1-506": "area wing", "us-1-502": "within 1 of 0804", "us-1-501": "along front"},
        {"us-1-506": "0703", "us-1-502": "0803", "us-1-501": "0706"},
        (
            ("us-1-506", "0803", "scn.setup", "1/506 PIR must be set up in Left wing, not in 0803"),
            ("us-1-506", "0707", "scn.setup", "0707 is on the enemy's side of the Douve"),
            ("us-1-506", "1602", "map.terrain", "could not enter the ground of 1602"),
            ("us-1-506", "1007", "map.stacking", "occupied by the enemy"),
            ("us-1-502", "0802", "scn.setup", "within 1 hex of Saint-Côme-du-Mont (0804), not in 0802"),
            ("us-1-501", "0705", "scn.setup", "1/501 PIR must be set up along the Douve, not in 0705"),
            ("us-1-501", "0707", "scn.setup", "0707 is on the enemy's side of the Douve"),
        ),
        ("us-1-502", "us-3-502", "us-1-506", "us-2-506", "us-1-501"),
        ("0703", "0704", "0707", "1007", "1602"),
        *("0702", "0703", "ge-1058"),
        (StartLine("front", ("0106/0107", "2006/2007"), "allied", "german", "the Douve"),),
    ),
    Sample(
        *("ttr", "ttr-1-market-garden"),
        {"us-1-inf": "area wing", "us-9-inf": "within 1 of 3222", "us-30-inf": "along front"},
        {"us-1-inf": "3122", "us-9-inf": "3222", "us-30-inf": "3323"},
        (
            ("us-1-inf", "3123", "15.4-a", "1 Inf must be set up in Left wing"),
            ("us-1-inf", "3322", "15.8", "on the enemy's side of the start line"),
            ("us-1-inf", "1505", "15.8", "1505 is not a land hex"),
            ("us-9-inf", "3124", "15.4-a", "9 Inf must be set up within 1 hex of"),
            ("us-30-inf", "3123", "15.4-a", "30 Inf must be set up along the start line"),
            ("us-30-inf", "3321", "15.8", "on the enemy's side of the start line"),
        ),
        ("us-1-inf", "us-4-inf", "us-9-inf", "us-30-inf", "us-5-inf"),
        ("3122", "3222", "3322", "1505"),
        *("3123", "3122", "12-vg"),
    ),
)


def shipped(key: str) -> DocumentGame:
    game = games.game(key)
    assert isinstance(game, DocumentGame)
    return game


def left_open(document: ScenarioDocument, rules: Mapping[str, str]) -> ScenarioDocument:
    """The scenario in which these units have no other set-up than these, in words."""
    others = tuple(setup for setup in document.setups if setup.unit not in rules)
    new = tuple(Setup(unit, Placement.parse(words)) for unit, words in rules.items())
    arrivals = tuple(entry for entry in document.schedule if entry.unit not in rules)
    return replace(document, setups=(*others, *new), schedule=arrivals)


def begun(document: ScenarioDocument, seed: str = "set-up", **options: object) -> Session:
    """A game of it."""
    start = Start(document.game, "scenario", document.key, dumps(document), seed, options)
    return Session.begin(shipped(document.game), start)


def pick_and_put(session: Session, unit: str, here: str) -> None:
    """Place a unit; where it is asked, it faces south-east."""
    do(session, f"pick unit {unit}", f"put hex {here}")
    if session.choice is not None and session.choice.title == "Facing":
        do(session, "face number 2")


def do(session: Session, *actions: str) -> None:
    """Take actions for whoever is asked."""
    for words in actions:
        assert session.choice is not None
        answer = session.submit(session.choice.side, Action.parse(words))
        assert isinstance(answer, Accepted), (words, answer)


def reasons(session: Session, words: str) -> list[tuple[str, str]]:
    """Why an action is refused: cases and sentences."""
    assert session.choice is not None
    answer = session.submit(session.choice.side, Action.parse(words))
    assert isinstance(answer, Refused), words
    return [(refusal.case, refusal.why) for refusal in answer.refusals]


def places(session: Session) -> dict[str, str]:
    """Where everybody is."""
    return {counter.id: counter.place for counter in session.view(None).counters}
