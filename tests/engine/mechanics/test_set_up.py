"""Set-up by the players: units that wait, hexes with room for two, and placing the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.mechanics.places import TO_SET_UP, box
from engine.mechanics.set_up import Deployment, PlaceUnits, PutDown, deployed, places_for_the_rest
from engine.record import Record
from engine.referee import Action, Refusal, Scenario, State, Transaction
from engine.referee.dice import Dice
from engine.referee.game import SHARED_RECORDS

LIMIT = 2
WAITING = box(TO_SET_UP, "red")


class Battalion(Record):
    key: str
    hexes: tuple[str, ...]
    place: str = WAITING
    side: str = "red"

    @property
    def name(self) -> str:
        return f"Battalion {self.key}"

    @property
    def on_map(self) -> bool:
        return " " not in self.place


def units_at(state: State, here: str) -> list[Battalion]:
    return [unit for unit in state.all(Battalion).values() if unit.place == here]


def refusals_to_stand(state: State, unit: Battalion, here: str) -> Iterator[Refusal]:
    if here not in unit.hexes:
        yield Refusal("1.1", f"{unit.name} is not set up in {here}")


def refusals_to_share(state: State, here: str, stack: Sequence[Battalion]) -> Iterator[Refusal]:
    if len(stack) > LIMIT:
        yield Refusal("1.2", f"{here} is full")


DEPLOYMENT = Deployment(
    Battalion,
    "1.1",
    units_at,
    lambda state, side: [unit for unit in state.all(Battalion).values() if unit.side == side],
    lambda state, unit: unit.hexes,
    lambda state, unit: f"in {' or '.join(unit.hexes)}",
    refusals_to_stand,
    refusals_to_share,
    lambda state, unit: 1,
    lambda tx, unit, here: tx.put(replace(unit, place=here)),
    lambda state: ("red",),
)


class Put(PutDown):
    deployment = DEPLOYMENT


class Place(PlaceUnits):
    deployment = DEPLOYMENT
    put_down = Put
    records = {"unit": Battalion}  # noqa: RUF012


def table(*units: Battalion) -> State:
    scenario = Scenario("test", ("red", "blue"), {})
    return State.new(scenario, (*SHARED_RECORDS, Battalion), units, (Place("red"),), Dice("seed"))


def done(state: State) -> list[str]:
    return [refusal.why for refusal in Place("red").refusals(state, Action("done"))]


def test_the_set_up_ends_when_everybody_who_has_room_is_placed() -> None:
    state = table(Battalion("a", ("0101",)), Battalion("b", ("0101", "0102")))
    assert done(state) == [
        "Battalion a must still be set up in 0101",
        "Battalion b must still be set up in 0101 or 0102",
    ]
    assert done(deployed(state, DEPLOYMENT)) == []


def test_a_unit_is_put_where_the_scenario_allows_and_there_is_room() -> None:
    full = [Battalion(key, ("0101",), "0101") for key in "ab"]
    state = table(*full, Battalion("c", ("0101", "0102")))
    put = Put("red", "c")
    assert [action.target for action in put.legal(state) if action.verb == "put"] == ["0102"]
    cases = [[r.case for r in put.refusals(state, Action("put", "hex", here))] for here in ("0101", "0105")]
    assert cases == [["1.2"], ["1.1"]]


def test_a_unit_without_room_is_left_out_and_said_so() -> None:
    state = table(*(Battalion(key, ("0101",), "0101") for key in "ab"), Battalion("c", ("0101",)))
    menu = Place("red")
    assert done(state) == []
    assert list(menu.reminders(state, Action("done"))) == [
        "Battalion c finds no room where the scenario places it and stays out of the game"
    ]
    tx = Transaction(state)
    menu.apply(tx, Action("done"))
    assert [event.what for event in tx.events] == ["UnitLeftOut"]


@given(st.lists(st.sets(st.sampled_from(["0101", "0102", "0103"]), min_size=1), max_size=7))
def test_the_rest_is_placed_as_well_as_can_be(choices: list[set[str]]) -> None:
    units = [Battalion(str(number), tuple(sorted(hexes))) for number, hexes in enumerate(choices)]
    state = deployed(table(*units), DEPLOYMENT)
    placed = [unit for unit in state.all(Battalion).values() if unit.on_map]
    assert all(unit.place in unit.hexes for unit in placed)
    assert all(len(units_at(state, here)) <= LIMIT for here in ("0101", "0102", "0103"))
    for unit in state.all(Battalion).values():
        if not unit.on_map:
            assert all(len(units_at(state, here)) == LIMIT for here in unit.hexes)
    assert not places_for_the_rest(state, DEPLOYMENT, "red"), "nothing more can be placed"
