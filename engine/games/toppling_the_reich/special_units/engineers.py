"""Engineers open railroads hex by hex (10.4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from engine.catalogue.document import hexside
from engine.games.toppling_the_reich import marks
from engine.games.toppling_the_reich.records import ALLIED, Unit, army, engineers
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.map_records import Railhead, Track
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import counted, order, tell
from engine.referee import Refusal, State, Transaction, case, mark_value, marked

ALONG: Final = "along the line"
"""player turn; the rail hexes that an engineer has gone along from its railhead, the first included"""
MOST: Final = 2
"""Rail hexes that can be opened in one player-turn, however many engineers build."""
OPENED: Final = "opened"
"""player turn, on the side; the hexes opened so far"""


def open_hexes(state: State) -> frozenset[str]:
    """Hexes of Allied track, with those where a railhead or an entry hex is all there is of a line."""
    found = {here for rail in state.all(Track) for here in rail.split("/")}
    found |= {entry.hex for entry in ground(state).entries.values() if entry.side == ALLIED}
    return frozenset(found | set(state.all(Railhead)))


def railhead_of(state: State, unit: Unit) -> str:
    """The railhead from which an engineer builds onward; empty if it does not."""
    heads = state.all(Railhead).values()
    return next((head.key for head in heads if head.under_construction == unit.key), "")


@case("10.4.1-b")
def follow_line(tx: Transaction, key: str, path: tuple[str, ...]) -> None:
    """Remember the linked rail hexes that a building engineer enters; off the line it builds no more."""
    unit = tx.state.get(Unit, key)
    if not unit.is_engineer or not railhead_of(tx.state, unit):
        return
    land = ground(tx.state)
    along = mark_value(tx.state, key, ALONG).split() or [path[0]]
    linked = all(hexside(here, there) in land.rails for here, there in pairwise(path))
    if linked and along[-1] == path[0]:
        tx.mark(key, ALONG, marks.PLAYER_TURN, value=" ".join((*along, *path[1:])))
    else:
        tx.mark(key, ALONG, marks.PLAYER_TURN, value="-")


def claims(state: State) -> dict[str, str]:
    """The next hex that each building engineer can open, with the engineer: nearest the open track first."""
    found = {}
    for unit in engineers(state):
        there = next(iter(_unopened(state, unit)), "")
        if there and there not in found:
            found[there] = unit.key
    return found


def _unopened(state: State, unit: Unit) -> list[str]:
    """The hexes of an engineer's work that are still to be opened, in order."""
    opened = open_hexes(state)
    if railhead_of(state, unit):
        along = mark_value(state, unit.key, ALONG).split() or [unit.place]
        chain = advancing(state, unit, along)
    else:
        chain = first_hex(state, unit)
    fresh = [here for here in chain if here not in opened]
    return fresh if fresh and _linked(state, fresh[0]) else []


@case("10.4.1-b")
def advancing(state: State, unit: Unit, along: list[str]) -> list[str]:
    """A builder opens the hexes it has gone along, if it stands at their end: two a turn at most."""
    return along[: MOST + 1] if along[-1] == unit.place else []


@case("10.4.1-a")
def first_hex(state: State, unit: Unit) -> list[str]:
    """An engineer that has not moved in this player-turn begins with the rail hex under it."""
    still = not marked(state, unit.key, marks.MOVED)
    return [unit.place] if still and unit.place in ground(state).rail_net else []


def _linked(state: State, here: str) -> bool:
    """Is a rail hex next to open track along a railroad?"""
    opened = open_hexes(state)
    return any(there in opened for there in ground(state).rail_net.get(here, ()))


@case("10.4.1-c")
def hexes_left(state: State) -> int:
    """Rail hexes that may still be opened in this player-turn."""
    return MOST - len(mark_value(state, ALLIED, OPENED).split())


@case("10.4.1-a", "10.4.1-b", "9.0-b")
def open_hex(tx: Transaction, here: str) -> None:
    """Link a hex to the open track; the railhead it is reached from moves up to it."""
    land, state = ground(tx.state), tx.state
    builder = claims(state)[here]
    opened = open_hexes(state)
    along = mark_value(state, builder, ALONG).split()
    known = [there for there in land.rail_net[here] if there in opened]
    head = railhead_of(state, state.get(Unit, builder))
    before = next((there for there in known if there in along or there == head), known[0])
    moved = tx.state.find(Railhead, before)
    if moved is not None and moved.under_construction in ("", builder):
        tx.remove(moved)
    tx.put(Track(hexside(before, here)))
    tx.put(Railhead(here, builder))
    done = mark_value(tx.state, ALLIED, OPENED).split()
    tx.mark(ALLIED, OPENED, marks.PLAYER_TURN, value=" ".join((*done, here)))
    note_leap(tx, before, done)
    text = f"{tx.state.get(Unit, builder)} opens the railroad to {land.name_of(here)}"
    tell(tx, "TrackOpened", text, "10.4.1-b", hex=here)


@case("10.4.1-d")
def note_leap(tx: Transaction, before: str, done: list[str]) -> None:
    """A railhead that moves two hexes in a turn unsettles the Allied air bases."""
    if before in done:
        tx.put(replace(army(tx.state, ALLIED), railhead=True))
        tell(tx, "BasesLag", "A railhead has moved two hexes: the air bases cannot keep up", "10.4.1-d")


def settle_builders(tx: Transaction) -> None:
    """Engineers that stayed on open track for the whole player-turn begin to build from there."""
    opened = open_hexes(tx.state)
    for unit in engineers(tx.state):
        here = unit.place
        if here in opened and first_hex(tx.state, unit) and not railhead_of(tx.state, unit):
            head = tx.state.find(Railhead, here)
            if head is None or not _builds(tx.state, head):
                begin_line(tx, unit)


@case("10.4.1-a")
def begin_line(tx: Transaction, unit: Unit) -> None:
    """Place a railhead with the engineer on the line."""
    # INTERPRETATION (10.4.1-a): on track that is open already the turn spent in place opens no hex, but
    # prepares the advance, from the end of a line or along a branch of it.
    tx.put(Railhead(unit.place, unit.key))
    text = f"{unit} prepares to open the railroad from {ground(tx.state).name_of(unit.place)}"
    tell(tx, "RailheadPlaced", text, "10.4.1-a", hex=unit.place)


def _builds(state: State, head: Railhead) -> bool:
    """Is the engineer of a railhead still at work there?"""
    unit = state.find(Unit, head.under_construction)
    return unit is not None and unit.place == head.key


def drop_idle_builders(tx: Transaction) -> None:
    """A railhead whose engineer has left the line, or is lost, is one without a builder."""
    for head in list(tx.state.all(Railhead).values()):
        unit = tx.state.find(Unit, head.under_construction)
        if unit is not None and unit.place != head.key and not _still_ahead(tx.state, head, unit):
            tx.put(replace(head, under_construction=""))


def _still_ahead(state: State, head: Railhead, unit: Unit) -> bool:
    """Does the engineer stand on the next rail hex, which could not be opened in this turn?"""
    return unit.place in ground(state).rail_net.get(head.key, ()) and unit.place not in open_hexes(state)


def end_building(tx: Transaction) -> None:
    """Who builds from where, for the next turn."""
    settle_builders(tx)
    drop_idle_builders(tx)


@case("10.4.1-c")
def refusals_to_open_more(state: State) -> Iterator[Refusal]:
    """When the railheads have moved up, nothing more is opened in the player-turn."""
    if hexes_left(state) <= 0:
        yield Refusal("10.4.1-c", f"{MOST} rail hexes have been opened in this player-turn")
    else:
        yield Refusal("9.0-b", "the railheads have moved up already in this Final Reorganization")


@case("9.0-b", "10.4.1-c")
def advance_railheads(tx: Transaction) -> None:
    """The Final Reorganization of the Allies: railheads move up; where too many could, the player chooses."""
    if sum(len(_unopened(tx.state, unit)) for unit in engineers(tx.state)) > hexes_left(tx.state):
        tx.push(OpenTrack(ALLIED))
        return
    while found := claims(tx.state):
        open_hex(tx, next(iter(found)))
    end_building(tx)


class OpenTrack(Question):
    """Which rail hexes are opened, where the engineers have earned more than two?"""

    title = "Railroads"
    ruled_by = "10.4.1-b"
    otherwise = "@ opens no railroad"

    def prompt(self, state: State) -> str:
        return f"Railroads: {counted(hexes_left(state), 'more hex')} can be opened this turn"

    @order("open", "hex", "Open the railroad to")
    def open_to(self, tx: Transaction, here: str) -> None:
        open_hex(tx, here)
        if not hexes_left(tx.state) or not claims(tx.state):
            end_building(tx)
            tx.pop()

    @open_to.targets
    def claimed(self, state: State) -> Iterable[str]:
        return sorted(claims(state))

    @open_to.against
    @case("10.4.1-a", "10.4.1-b")
    def refusals_to_open(self, state: State, here: str) -> Iterator[Refusal]:
        if here not in claims(state):
            why = f"no engineer stayed in {here}, or went there along the line from its railhead"
            yield Refusal("10.4.1-a", why)

    @order("done", words="Open no more", ends=True)
    def done(self, tx: Transaction) -> None:
        end_building(tx)
        tx.pop()


FRAMES = (OpenTrack,)
