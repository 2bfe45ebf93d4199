"""What boards, stacking rules, set-ups, boxes and powers of the kit promise, in every game that has them."""

from __future__ import annotations

import sys
from itertools import islice
from typing import Any, TypeVar

import pytest

from engine import games
from engine.mechanics.board import Board
from engine.mechanics.box_links import BoxLinks
from engine.mechanics.powers import Powers
from engine.mechanics.set_up import Deployment, PlaceUnits, place_the_rest, places_for_the_rest
from engine.mechanics.stacking import Stacking
from engine.referee import State, Transaction
from tests.contract.sample import Sample
from tests.contract.test_kit import met, users

P = TypeVar("P")
HEXES = 12
"""How many hexes with counters are looked at in a position."""


def pieces(key: str, kind: type[P]) -> list[P]:
    """Every object of a class of the kit that a module of a game names."""
    package = type(games.game(key)).__module__.rpartition(".")[0]
    modules = [module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")]
    found = {id(value): value for module in modules for value in vars(module).values()}
    return [value for value in found.values() if isinstance(value, kind)]


@pytest.mark.parametrize("kind", [Board, BoxLinks, Stacking])
def test_some_game_uses_the_piece(kind: type) -> None:
    assert any(pieces(key, kind) for key in games.keys())  # noqa: SIM118


def keys(units: Any) -> list[str]:
    return sorted(unit.key for unit in units)


def held_hexes(rule: Stacking[Any], state: State) -> list[str]:
    """Some hexes that hold counters."""
    hexes = (here for here in state.scenario.map_targets["hex"] if rule.units_at(state, here))
    return list(islice(hexes, HEXES))


def test_a_board_knows_where_every_counter_is(played: Sample) -> None:
    for board in pieces(played.key, Board):
        for table in played.tables():
            state = table.state
            stacks = board.stacks(state)
            units = [unit for stack in stacks.values() for unit in stack]
            assert units, "no counter lies anywhere"
            assert keys(units) == sorted(state.all(type(units[0])))
            for place, stack in stacks.items():
                assert {unit.place for unit in stack} == {place} and board.units_at(state, place) == stack
            for side in played.sides:
                own = [unit for unit in units if unit.side == side and unit.on_map]
                assert keys(board.forces(state, side)) == keys(own)
                assert board.occupied(state, side) == {unit.place for unit in own}
            assert board.units_at(state, "nowhere") == ()


def test_those_who_come_stack_with_their_own_side_and_count_once(played: Sample) -> None:
    for rule in pieces(played.key, Stacking):
        for table in played.tables():
            state = table.state
            for here in held_hexes(rule, state):
                there = rule.units_at(state, here)
                for unit in there:
                    own = [other for other in there if other.side == unit.side]
                    assert keys(rule.together(state, here, [unit])) == keys(own)
                    stack = rule.together(state, here, [unit])
                    asked = list(rule.refusals_to_share(state, here, stack))
                    assert list(rule.refusals(state, here, [unit])) == asked


def test_there_is_room_where_nothing_is_against_the_stack(played: Sample) -> None:
    for rule in pieces(played.key, Stacking):
        for table in played.tables():
            state = table.state
            held = held_hexes(rule, state)
            for unit in [rule.units_at(state, here)[0] for here in held]:
                for here in held:
                    together = rule.together(state, here, [unit])
                    mates = {other.key for other in rule.units_at(state, here) if other.side == unit.side}
                    assert set(keys(together)) == mates | {unit.key} and together[-1] is unit
                room = {here for here in held if not list(rule.refusals(state, here, [unit]))}
                assert rule.with_room(state, held, [unit]) == room
                assert {here for here in held if rule.has_room(state, here, [unit])} == room


@pytest.mark.parametrize("key", users(PlaceUnits))
def test_as_many_as_possible_find_a_place_and_nobody_moves_without_need(key: str) -> None:
    for session, choice in met(key, PlaceUnits):
        assert isinstance(choice, PlaceUnits)
        state, side = session.state, choice.side
        rules: Deployment[Any] = choice.deployment
        left_open = {unit.key: unit for unit in rules.left_open(state, side)}
        found = places_for_the_rest(state, rules, side)
        assert set(found) <= set(left_open), "a unit was moved whose place is fixed"
        for unit, here in found.items():
            assert here in rules.choices(state, left_open[unit])
            assert not list(rules.refusals_to_stand(state, left_open[unit], here))
        tx = Transaction(state)
        place_the_rest(tx, rules, side)
        for here in set(found.values()):
            own = [unit for unit in rules.units_at(tx.state, here) if unit.side == side]
            assert not list(rules.refusals_to_share(tx.state, here, own))
        for unit in rules.waiting(tx.state, side):
            assert list(rules.refusals_to_pick(tx.state, unit)), (
                f"{unit.name} was left out, and there is room"
            )
        assert dict(places_for_the_rest(tx.state, rules, side)) == {}, "who has a place was moved again"


def test_boxes_are_linked_both_ways_and_hold_no_more_than_they_can(played: Sample) -> None:
    for links in pieces(played.key, BoxLinks):
        for here, ways in links.exits.items():
            for there, cost in ways:
                assert (here, cost) in links.exits[there]
                assert there in links.within(here, cost) and there not in links.within(here, cost - 1)
        for table in played.tables():
            counters = table.view(None).counters
            for box, most in links.capacity.items():
                assert sum(counter.place == box for counter in counters) <= most


def test_powers_belong_to_one_side_and_their_units_fight_for_it(played: Sample) -> None:
    powers = getattr(played.session.scenario, "powers", Powers({}))
    assert isinstance(powers, Powers)
    for power in powers:
        side = powers.side_of(power)
        assert side in played.sides and powers.of(side).count(power) == 1 and powers.title_of(power)
        assert all(power not in powers.of(other) for other in played.sides if other != side)
        units = (one for records in played.session.state.tables.values() for one in records.values())
        of_power = [one for one in units if getattr(one, "power", "") == power and hasattr(one, "side")]
        assert {one.side for one in of_power} <= {side}
