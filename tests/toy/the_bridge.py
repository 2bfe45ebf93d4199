"""The Bridge as the registry knows it."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue.document import RatingField, ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.mechanics.hidden import is_known_to, scattered, with_changes
from engine.mechanics.pools import Pool, tracks
from engine.mechanics.position_data import nothing_else
from engine.referee import (
    Action,
    Box,
    Counter,
    Cup,
    Due,
    Frame,
    Keyed,
    Mark,
    Marker,
    Opening,
    Overlay,
    Position,
    State,
    Track,
    View,
    marks_on,
)
from engine.referee.measure import Measure
from tests.toy import KEY, RULES_VERSION, TITLE, combat, depot, movement, powers, relief, staff, turn
from tests.toy.overlays import overlays
from tests.toy.records import BOX, BOXES, Clock, Ground, Held, Mine, Piece, ground, pieces_at

FOLDER = Path(__file__).parent
SEGMENTS = ("movement", "combat")
"""In the order of a player turn."""
RELIEF = "8.1"
"""The special rule by which a scenario has the sequence of play of the Relief."""


class TheBridge(DocumentGame):
    key = KEY
    title = TITLE
    rules_version = RULES_VERSION
    package = "tests.toy"
    facts = turn.VictoryFacts
    records = (Piece, Clock, Mine, Held, Pool)
    frames = (
        *(
            turn.WholeGame,
            turn.Turns,
            turn.GameTurn,
            turn.Plans,
            turn.WriteMine,
            turn.Tactics,
            turn.ChooseTactics,
        ),
        *(turn.DigIn, turn.DigOrPass, turn.Arrivals, turn.SendBack, turn.PlayerTurn),
        *(movement.MovementSegment, movement.MoveUnit, movement.Walk, movement.OfferReaction),
        *(combat.CombatSegment, combat.BuildAttack, combat.AttackRoll, combat.OfferReroll, combat.TakeLoss),
        *(relief.WholeRelief, relief.ReliefTurns, relief.ReliefTurn, relief.ReliefPlayerTurn),
        relief.EveningArrivals,
        *(staff.StaffPhase, staff.StaffPlan, staff.AllotStaff, staff.StaffOrders),
        *(powers.PowerMovement, powers.MoveOnBank, powers.WalkOnBank, depot.DepotOrders, depot.ChooseBox),
    )
    rating_fields: ClassVar[Mapping[str, RatingField]] = {
        "steps": RatingField("int", min=1, max=2),
        "guns": RatingField("flag", required=False),
        "concealed": RatingField("flag", required=False),
        "power": RatingField("text", required=False),
    }

    def scenario_folder(self) -> Path:
        return FOLDER / "scenarios"

    def opening(self, document: ScenarioDocument, options: Mapping[str, Any]) -> Opening:
        land = Ground(document, options)
        whole = relief.WholeRelief() if RELIEF in land.special else turn.WholeGame()
        return Opening(land, (*starting_records(land, document), Clock()), (whole,))

    def open_position(self, position: Position) -> Opening:
        """A scenario's ground with the units, marks and segment that the position gives."""
        data = dict(position.data)
        document = self.document(self.scenario_text(str(data.pop("scenario", "toy-bridge"))))
        special, options = data.pop("special", None), data.pop("options", {})
        if not isinstance(options, dict) or not isinstance(special, list | None):
            raise BadInput("`options` should be a table and `special` a list of rules")
        if special is not None and not isinstance(special, list):
            raise BadInput("`special` should be a list of special rules")
        if special is not None:
            kept = tuple(rule for rule in document.special_rules if rule.id in special)
            document = replace(document, special_rules=kept)
        land = Ground(document, options)
        side = data.pop("side", land.sides[0])
        segment = data.pop("segment", "movement")
        if side not in land.sides or segment not in (*SEGMENTS, "turn"):
            raise BadInput(f"The position should name a side and a segment, not {side!r} and {segment!r}")
        records: list[Keyed] = [Clock(_number(data.pop("turn", 1)))]
        for kind, table in (
            (Piece, "unit"),
            (Mine, "mine"),
            (Held, "held"),
            (Mark, "mark"),
            (Due, "due"),
            (Cup, "cup"),
            (Pool, "pool"),
        ):
            rows = data.pop(table, [])
            for n, row in enumerate(rows if isinstance(rows, list) else [rows], start=1):
                where = f"[[{table}]] number {n}"
                if not isinstance(row, dict):
                    raise BadInput(f"{where} should be a table")
                records.append(self.codec.decode({"is": kind.__name__, **row}, where, kind))
        nothing_else(data, self.title)
        if not any(isinstance(record, Cup) for record in records):
            records.append(Cup("fate"))
        check_places(land, records)
        return Opening(land, tuple(records), frames_of(land, segment, side))

    def view(self, state: State, side: str | None) -> View:
        shown = [piece for piece in state.all(Piece).values() if visible(piece, side)]
        return View(
            side,
            f"Turn {state.one(Clock).turn}",
            counters=tuple(counter(state, piece) for piece in shown),
            markers=tuple(
                Marker(f"mine {mine.key}", mine.hex, "mine", side=mine.key)
                for mine in state.all(Mine).values()
                if is_known_to(mine, mine.key, side)
            ),
            tracks=(
                *tracks(state, ground(state).powers),
                Track("turn", "Turn", str(state.one(Clock).turn), cells=("1", "2", "3")),
                *(
                    Track(
                        f"reroll.{s}",
                        f"Reroll marker of {s}",
                        "spent" if spent(state, s) else "ready",
                        side=s,
                    )
                    for s in state.scenario.sides
                ),
            ),
            boxes=tuple(Box(box.key, box.title) for box in ground(state).document.map.boxes),
            control={held.key: held.side for held in state.all(Held).values()},
        )

    def overlays(self, state: State, side: str | None) -> Iterator[Overlay]:
        return overlays(state, side)

    def measures(self, state: State, side: str | None) -> Iterator[Measure]:
        """The units that the side can see on the map, those of powers apart."""
        found = Counted(
            (piece.side, piece.power)
            for piece in state.all(Piece).values()
            if piece.place not in BOXES and visible(piece, side)
        )
        for (owner, power), number in sorted(found.items()):
            yield Measure("Forces", "Units on the map", number, owner, power)

    def knows(self, state: State, side: str, action: Action) -> bool:
        if action.kind == "unit":
            piece = state.find(Piece, action.target)
            return piece is not None and visible(piece, side)
        if action.kind == "box":
            return any(box.key == action.target for box in ground(state).document.map.boxes)
        return ground(state).has_target(action)

    def invariants(self, state: State) -> Iterator[str]:
        land = ground(state)
        for piece in state.all(Piece).values():
            if piece.steps not in (1, 2):
                yield f"{piece.key} has {piece.steps} steps"
            if piece.place not in BOXES and piece.place not in land.hexes:
                yield f"{piece.key} is in {piece.place}, which is off the map"
        for place in land.hexes:
            if len({piece.side for piece in pieces_at(state, place)}) > 1:
                yield f"both sides stand in {place}"

    def reshuffle(self, state: State, side: str, chance: Random) -> State:
        """Concealed enemies go elsewhere, and so does the enemy's mine."""
        hidden = [p for p in state.all(Piece).values() if not visible(p, side) and p.place not in BOXES]
        free = [here for here in ground(state).hexes if not pieces_at(state, here)]
        moved = scattered(state, Piece, hidden, lambda: free, chance)
        mines = [mine for mine in state.all(Mine).values() if not is_known_to(mine, mine.key, side)]
        hexes = sorted(ground(state).hexes)
        return with_changes(moved, Mine, (replace(mine, hex=chance.choice(hexes)) for mine in mines))


def frames_of(land: Ground, segment: str, side: str) -> tuple[Frame, ...]:
    """What is going on in a segment of a side, or before a turn."""
    in_relief = RELIEF in land.special
    whole, turns = (relief.WholeRelief, relief.ReliefTurns) if in_relief else (turn.WholeGame, turn.Turns)
    if segment == "turn":
        return (whole(at=2), turns())
    game_turn, player_turn = turns.steps[0], relief.ReliefPlayerTurn if in_relief else turn.PlayerTurn
    number = game_turn.steps.index(game_turn.player_turns[land.sides.index(side)])
    at = list(SEGMENTS).index(segment)
    here = player_turn.steps[at]
    return (whole(at=2), turns(at=1), game_turn(at=number + 1), player_turn(side, at=at + 1), here(side))


def starting_records(land: Ground, document: ScenarioDocument) -> Iterable[Keyed]:
    places = {setup.unit: setup.place.at for setup in document.setups}
    fog = land.options.get("fog", True) is True
    for unit in document.units:
        ratings = document.ratings(unit)
        steps = ratings.get("steps", 2)
        yield Piece(
            unit.id,
            unit.side,
            places.get(unit.id, BOX),
            steps if isinstance(steps, int) else 2,
            ratings.get("guns") is True,
            fog and ratings.get("concealed") is True,
            str(ratings.get("power", "")),
        )
    for entry in document.schedule:
        if entry.place is not None:
            moment = str(entry.data.get("moment", ""))
            key, at = f"{entry.unit} comes", entry.place.at
            yield Due(key, entry.turn, "arrives", entry.unit, at, entry.side, moment)
    for place in sorted(
        {places.get(unit.id, BOX) for unit in document.units if not document.ratings(unit).get("concealed")}
    ):
        if place not in BOXES:
            yield Held(place, next(unit.side for unit in document.units if places.get(unit.id) == place))
    yield Cup("fate", tuple(side.key for side in document.sides))


def check_places(land: Ground, records: list[Keyed]) -> None:
    seen: set[tuple[type, str]] = set()
    for record in records:
        if (type(record), record.key) in seen:
            raise BadInput(f"two {type(record).__name__} records of the position are called {record.key!r}")
        seen.add((type(record), record.key))
        if isinstance(record, Piece):
            if record.side not in land.sides or record.steps not in (1, 2):
                raise BadInput(
                    f"unit {record.key} should have one or two steps and belong to {' or '.join(land.sides)}"
                )
            if record.place not in BOXES and record.place not in land.hexes:
                raise BadInput(f"unit {record.key} is in {record.place!r}, which is not a hex of the map")


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= 99:
        raise BadInput(f"`turn` should be a whole number, not {value!r:.40}")
    return value


def visible(piece: Piece, side: str | None) -> bool:
    return side is None or piece.side == side or not piece.concealed


def spent(state: State, side: str) -> bool:
    return any(mark.name == "reroll used" for mark in marks_on(state, side))


def counter(state: State, piece: Piece) -> Counter:
    statuses = [mark.name for mark in marks_on(state, piece.key)] + (["concealed"] if piece.concealed else [])
    return Counter(
        piece.key,
        piece.side,
        piece.place,
        piece.key,
        kind="artillery" if piece.guns else "infantry",
        ratings=(("steps", str(piece.steps)),),
        steps=piece.steps,
        full_steps=2,
        statuses=tuple(statuses),
        power=piece.power,
        short=piece.key.removeprefix(piece.side).strip(" -"),
    )
