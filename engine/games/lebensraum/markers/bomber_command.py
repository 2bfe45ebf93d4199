"""Bomber Command (7.46121): credits of the western power against economic markers in Germany."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import ClassVar

from msgspec.structs import replace

from engine.games.lebensraum.economy.capture import destroy
from engine.games.lebensraum.economy.totals import SUSPENDED
from engine.games.lebensraum.markers.allowance import air_strength
from engine.games.lebensraum.records import AXIS, WESTERN, Clock, EconomicMarker
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.segment_menu import SegmentMenu
from engine.mechanics.menu import ask_again, end, order
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Mark, Preview, Refusal, State, Transaction, case, marked

GERMANY = "germany"


@case("7.46121-a", "13.0-e", "1.0")
def bombing_credits(state: State) -> int:
    """A quarter of the western air markers, a half rounded up; in the combination game half of them, rounded
    down. It does not matter whether they are used."""
    land = ground(state)
    if not land.has_west:
        return 0
    chart, markers = land.charts.bomber_command, air_strength(state, WESTERN)
    if land.has_east:
        return markers // chart.combined_markers_per_credit
    return floor(Fraction(markers, chart.west_markers_per_credit) + Fraction(1, 2))


class BomberCommand(SegmentMenu):
    """Which economic marker is bombed with the next credit? Credits that are not used are lost."""

    used: int = 0

    title = "Bomber Command"
    ruled_by = "7.46121-d"
    otherwise = "an economic marker in Germany is bombed, or none"
    records: ClassVar[Mapping[str, type]] = {"marker": EconomicMarker}

    def left(self, state: State) -> int:
        """The credits that are left on this turn."""
        return bombing_credits(state) - self.used

    def prompt(self, state: State) -> str:
        return f"{counted(self.left(state), 'credit')} of Bomber Command: which economic marker is bombed?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @order("destroy", "marker", "Bomb")
    @case("7.46121-b", "7.46121-c", "7.46121-e")
    def hit(self, tx: Transaction, marker: EconomicMarker) -> None:
        """A small marker is destroyed; a large one does not count until the Axis phase of the next turn."""
        tx.replace(replace(self, used=self.used + 1))
        if marker.total <= ground(tx.state).charts.bomber_command.destroy_if_total_at_most:
            destroy(tx, marker, "7.46121-b")
        else:
            suspend(tx, marker)
        ask_again(tx)

    @hit.targets
    def economic_markers(self, state: State) -> Iterable[str]:
        if self.left(state) < 1:
            return ()
        found = state.all(EconomicMarker).values()
        return [one.key for one in found if one.power == AXIS and one.on_map]

    @hit.against
    @case("7.46121-d", "13.0-e")
    def refusals_to_hit(self, state: State, marker: EconomicMarker) -> Iterator[Refusal]:
        """Inside Germany; if only the West is played, no others but those of its set are on the map."""
        land = ground(state)
        where = land.name_of(marker.place) if marker.on_map else "no hex"
        if marker.power != AXIS or not marker.on_map or land.country.get(marker.place) != GERMANY:
            yield Refusal("7.46121-d", f"the marker in {where} is no Axis marker in Germany")
        if marked(state, marker.key, SUSPENDED):
            yield Refusal("7.46121-c", f"the marker in {where} is out of action already")

    @hit.shows
    def effect(self, state: State, marker: EconomicMarker) -> Preview:
        small = marker.total <= ground(state).charts.bomber_command.destroy_if_total_at_most
        found = "is destroyed" if small else "does not count until the Axis phase of the next turn"
        return Preview(f"Its points add up to {marker.total}: it {found}")

    end = end("end", "No more bombing")


@case("7.46121-c")
def suspend(tx: Transaction, marker: EconomicMarker) -> None:
    """It does not count any more; the mark says since which turn."""
    tx.mark_until(marker.key, SUSPENDED, SUSPENDED, value=str(tx.state.one(Clock).turn))
    text = f"The economic marker of {marker.name} is out of action"
    tell(tx, "MarkerSuspended", text, "7.46121-c", marker=marker.key)


@case("7.46121-c")
def end_suspensions(tx: Transaction) -> None:
    """At the start of the Axis phase the markers that were hit on an earlier turn are back."""
    now = tx.state.one(Clock).turn
    for mark in list(tx.state.all(Mark).values()):
        if mark.name == SUSPENDED and int(mark.value) < now:
            tx.unmark(mark.subject, SUSPENDED)
            tell(tx, "MarkerReturned", "A bombed economic marker is back", "7.46121-c", marker=mark.subject)
