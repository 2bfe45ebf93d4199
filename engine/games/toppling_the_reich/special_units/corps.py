"""Corps counters that stand for divisions (12.1, 12.2, optional) and break down under losses (2.1.1-b)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from engine.games.toppling_the_reich import boxes, marks
from engine.games.toppling_the_reich.deception.reveal import reveal
from engine.games.toppling_the_reich.movement.placing import lose_step
from engine.games.toppling_the_reich.records import (
    GERMAN,
    Composition,
    Stalemate,
    Unit,
    forces,
    headquarters,
    units_at,
)
from engine.games.toppling_the_reich.scenario.ground import ground
from engine.games.toppling_the_reich.scenario.named_choice import Question
from engine.mechanics import box, counted, order, tell
from engine.mechanics.substitution import hand_on_marks, take_over_marks
from engine.referee import Refusal, State, Transaction, case, mark_value, marked

US, CANADIAN, PANZER, SS_PANZER = "US corps", "Canadian corps", "Panzer corps", "SS panzer corps"
COUNTERS: Final[Mapping[str, str]] = {
    US: "us-corps-",
    CANADIAN: "cdn-corps",
    SS_PANZER: "ss-pz-corps-",
    PANZER: "pz-corps-",
}
"""What the chart calls a corps → how the keys of its counters begin."""
PREFIXES: Final = tuple(COUNTERS.values())
OPTIONS: Final[Mapping[str, str]] = {
    US: "us-corps",
    CANADIAN: "us-corps",
    PANZER: "panzer-corps",
    SS_PANZER: "panzer-corps",
}
DIVISIONS = 3


def kind_of(counter: Unit) -> str:
    """Which corps of the chart a counter is; empty for any other unit."""
    if not counter.key.startswith(PREFIXES):
        return ""
    return next(kind for kind, prefix in COUNTERS.items() if counter.key.startswith(prefix))


def composition(state: State, corps: Unit) -> list[Unit]:
    """The units that a corps counter stands for."""
    found = state.find(Composition, corps.key)
    return [state.get(Unit, key) for key in found.units] if found else []


def expanded(state: State, keys: Iterable[str]) -> list[str]:
    """Units by key, those of a corps that has broken down in its place."""
    found: list[str] = []
    for key in keys:
        unit, made = state.get(Unit, key), state.find(Composition, key)
        found.extend(made.units if made and not unit.on_map else (key,))
    return found


# forming


def refusals_to_form(state: State, kind: str, units: list[Unit]) -> Iterator[Refusal]:
    """Why these units, which are full and have not moved, cannot be exchanged for a corps of this kind."""
    for unit in units:
        if marked(state, unit.key, marks.STALEMATED):
            yield Refusal("7.7-a", f"{unit.name} is locked in a stalemate")
    if kind == US:
        yield from _refusals_to_us_corps(state, units)
    elif kind == CANADIAN:
        yield from _refusals_to_canadian_corps(units)
    else:
        yield from _refusals_to_panzer_corps(kind, units)
    yield from _refusals_by_number(state, kind)


NUMBERS: Final[Mapping[str, str]] = {US: "12.1-b", CANADIAN: "12.1-b", PANZER: "12.2-b", SS_PANZER: "12.2-b"}
"""The cases that say how many corps of a kind there may be."""
CASES: Final[Mapping[str, str]] = {US: "12.1-a", CANADIAN: "12.1.1", PANZER: "12.2-a", SS_PANZER: "12.2-a"}


@case("12.1-a")
def _refusals_to_us_corps(state: State, units: list[Unit]) -> Iterator[Refusal]:
    fit = [unit for unit in units if unit.nation == "US" and unit.size == "division"]
    if len(fit) != DIVISIONS or len(units) != DIVISIONS:
        yield Refusal("12.1-a", f"A US corps stands for {DIVISIONS} US divisions")
    elif not any(unit.is_armor_type for unit in fit):
        yield Refusal("12.1-a", "One of the divisions has to be armored")


@case("12.1.1")
def _refusals_to_canadian_corps(units: list[Unit]) -> Iterator[Refusal]:
    sizes = sorted((unit.type, unit.size) for unit in units if unit.nation == "CDN")
    one_division = [("armor", "division"), ("infantry", "division")]
    two_brigades = [("armor", "brigade"), ("armor", "brigade"), ("infantry", "division")]
    if len(sizes) != len(units) or sizes not in (one_division, two_brigades):
        why = "The Canadian corps stands for an infantry division with an armored one or both armor brigades"
        yield Refusal("12.1.1", why)


@case("12.2-a")
def _refusals_to_panzer_corps(kind: str, units: list[Unit]) -> Iterator[Refusal]:
    panzers = [unit for unit in units if unit.type == "armor" and unit.size == "division"]
    if len(units) != DIVISIONS or any(unit.size != "division" for unit in units) or len(panzers) < 2:
        yield Refusal("12.2-a", f"A panzer corps stands for {DIVISIONS} divisions, two of them panzer")
    elif kind == SS_PANZER and sum(unit.nation == "SS" for unit in panzers) < 2:
        yield Refusal("12.2-a", "An SS panzer corps needs two SS panzer divisions")


@case("12.1-b", "12.2-b")
def _refusals_by_number(state: State, kind: str) -> Iterator[Refusal]:
    """No more corps than the chart allows, and no more US corps than US army headquarters."""
    most = ground(state).charts.corps_substitution.form[kind].most
    side = GERMAN if kind in (PANZER, SS_PANZER) else ground(state).other(GERMAN)
    if kind == US:
        armies = sum(hq.nation == "US" for hq in headquarters(state, side, "army"))
        most = min(most, armies)
    there = sum(kind_of(unit) == kind for unit in forces(state, side))
    if there >= most:
        yield Refusal(NUMBERS[kind], f"{there} of {counted(most, 'counter')} of a {kind} in play already")


def free_counters(state: State, side: str) -> list[Unit]:
    """One unused counter of each kind of corps of a side."""
    found: dict[str, Unit] = {}
    for unit in units_at(state, box(boxes.UNUSED, side)):
        if kind_of(unit):
            found.setdefault(kind_of(unit), unit)
    return list(found.values())


@case("12.1-a", "12.2-a", "12.1.1", "3.3.6-a")
def form(tx: Transaction, counter: Unit, units: list[Unit]) -> None:
    """The counter takes the place of the units, which wait on the composition chart."""
    here = units[0].place
    for unit in units:
        tx.put(replace(unit, place=box(boxes.IN_CORPS, unit.side)))
    tx.put(replace(counter, place=here, steps=counter.full_steps))
    tx.put(Composition(counter.key, tuple(unit.key for unit in units)))
    take_over_marks(tx, (unit.key for unit in units), counter.key, (marks.OOS, marks.OOC))
    flown = {mark_value(tx.state, unit.key, marks.AIR_SUPPLIED) for unit in units}
    if all(flown):
        tx.mark(counter.key, marks.AIR_SUPPLIED, value=min(flown))
    names = ", ".join(unit.name for unit in units)
    by = CASES[kind_of(counter)]
    tell(tx, "CorpsFormed", f"{counter.name} is formed of {names}", by, hex=here)


# and back


@case("2.1.1-b", "7.1-a", "7.11-a")
def stand_apart(tx: Transaction, corps: Unit) -> list[Unit]:
    """The constituents take the place of the corps, all at full strength; its marks hold for each of them."""
    found = [replace(unit, place=corps.place) for unit in composition(tx.state, corps)]
    for unit in found:
        tx.put(unit)
    unused = box(boxes.UNUSED, corps.side)
    tx.put(replace(corps, place=unused, steps=corps.full_steps, hidden="", letter=""))
    hand_on_marks(tx, corps.key, (unit.key for unit in found))
    hand_on_stalemates(tx, corps.key, tuple(unit.key for unit in found))
    return found


@case("2.1.1-b", "7.7-a", "7.7-b")
def hand_on_stalemates(tx: Transaction, corps: str, units: tuple[str, ...]) -> None:
    """Where a corps is locked in a stalemate its units are locked in its place."""

    def locked(keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(one for key in keys for one in (units if key == corps else (key,)))

    for held in list(tx.state.all(Stalemate).values()):
        tx.put(replace(held, attackers=locked(held.attackers), defenders=locked(held.defenders)))


def breaks_down(state: State, unit: Unit) -> bool:
    """Does the next step loss break this corps down? US and Canadian ones at the second."""
    return unit.type == "corps" and unit.steps == 1 and bool(composition(state, unit))


@case("2.1.1-b")
def break_down(tx: Transaction, corps: Unit) -> None:
    """The divisions appear in the hex, and all the steps the corps has lost are distributed among them."""
    units = stand_apart(tx, corps)
    text = f"{corps.name} breaks down into {', '.join(unit.name for unit in units)}"
    tell(tx, "CorpsBrokenDown", text, "2.1.1-b", hex=corps.place)
    tx.push(DistributeLosses(corps.side, tuple(unit.key for unit in units), corps.full_steps))


@case("12.1-c", "12.2-b")
def stand_apart_with_losses(tx: Transaction, corps: Unit, by: str) -> list[Unit]:
    """The constituents take the place of the corps, and the steps it has lost are distributed among them."""
    if corps.hidden:
        reveal(tx, corps, "13.2-c")
    units = stand_apart(tx, corps)
    names = ", ".join(unit.name for unit in units)
    tell(tx, "CorpsDissolved", f"{corps} is dissolved into {names}", by)
    lost = corps.full_steps - corps.steps
    if lost:
        tx.push(DistributeLosses(corps.side, tuple(unit.key for unit in units), lost))
    return units


class DistributeLosses(Question):
    """Which of the divisions of a corps bears its losses?"""

    units: tuple[str, ...]
    left: int

    title = "Losses of a corps"
    ruled_by = "2.1.1-b"
    otherwise = "Name a division of the corps"

    def prompt(self, state: State) -> str:
        return f"Losses of the corps: {counted(self.left, 'step')} to distribute among its divisions"

    def alive(self, state: State) -> list[Unit]:
        """The divisions that are left."""
        return [unit for key in self.units if (unit := state.get(Unit, key)).on_map]

    @order("lose", "unit", "Take a step from")
    def lose(self, tx: Transaction, unit: Unit) -> None:
        lose_step(tx, unit, "2.1.1-b", "losses of its corps")
        tx.replace(replace(self, left=self.left - 1))
        if self.left == 1 or not self.alive(tx.state):
            tx.pop()

    @lose.targets
    def divisions(self, state: State) -> Iterable[str]:
        return [unit.key for unit in self.alive(state)]

    @lose.against
    @case("2.1.1-b", "7.6-b")
    def refusals_to_lose(self, state: State, unit: Unit) -> Iterator[Refusal]:
        alive = self.alive(state)
        others = any(other.steps > 1 and other.is_full for other in alive)
        if unit in alive and unit.steps == 1 and others:
            yield Refusal("7.6-b", f"{unit.name} may not be eliminated while others have lost nothing")
