"""Segments D and H: front leaders may be replaced (9.0-e)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec.structs import replace

from engine.games.lebensraum.leaders.nationality import CAMPAIGN
from engine.games.lebensraum.leaders.posts import (
    refusals_to_replace,
    replace_leaders,
)
from engine.games.lebensraum.records import ALLIED, AXIS, SEGMENT, WESTERN, Unit, hqs, leader_of
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.standard.segment_menu import SegmentMenu
from engine.mechanics.menu import change, offer, order
from engine.mechanics.plural import counted
from engine.referee import Procedure, Refusal, State, Transaction, case


@case("9.0-e", "9.0-g", "12.3-d")
def may_replace(state: State, power: str) -> bool:
    """The western power replaces nobody by choice, except in the campaign."""
    return power != WESTERN or ground(state).has_rule(CAMPAIGN)


class ReplaceLeaders(SegmentMenu):
    """Which front leaders are replaced? All successors are drawn together."""

    chosen: tuple[str, ...] = ()
    """Headquarters."""

    title = "Leader disposition"
    ruled_by = "9.0-e"
    otherwise = "only front leaders are replaced here"
    records: ClassVar[Mapping[str, type]] = {"unit": Unit}

    def prompt(self, state: State) -> str:
        names = ", ".join(state.get(Unit, key).name for key in self.chosen)
        return f"New leaders for {names}?" if names else "Which headquarters get new leaders?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @change("relieve", "unit", "Relieve the leader of")
    def relieve(self, hq: Unit) -> ReplaceLeaders:
        return replace(self, chosen=(*self.chosen, hq.key))

    @relieve.targets
    def headquarters(self, state: State) -> Iterable[str]:
        led = leader_of(state)
        return [hq.key for hq in hqs(state, self.side) if hq.key in led and hq.key not in self.chosen]

    @relieve.against
    def refusals_to_relieve(self, state: State, hq: Unit) -> Iterator[Refusal]:
        yield from refusals_to_replace(state, self.side, self.chosen, hq)
        if not may_replace(state, hq.power):
            yield Refusal(
                "9.0-e", f"{hq.name} is western, and the western Allies replace no leader by choice"
            )

    @change("keep", "unit", "Keep the leader of")
    def keep(self, hq: Unit) -> ReplaceLeaders:
        return replace(self, chosen=tuple(key for key in self.chosen if key != hq.key))

    @keep.targets
    def to_keep(self, state: State) -> Iterable[str]:
        return self.chosen

    @order("end", ends=True)
    def done(self, tx: Transaction) -> None:
        led = leader_of(tx.state)
        leaders = [led[key] for key in self.chosen]
        tx.pop()
        if leaders:
            replace_leaders(tx, leaders, "9.0-e")

    def label(self, state: State, action: object) -> str:
        if getattr(action, "verb", "") == "end" and self.chosen:
            return f"Draw {counted(len(self.chosen), 'new leader')}"
        return super().label(state, action)  # type: ignore[arg-type]


class DispositionSegment(Procedure):
    """Both sides may replace front leaders, the Axis first."""

    side: str

    title = "Leader disposition"
    scope = SEGMENT
    steps = (
        lambda tx, frame: offer(tx, ReplaceLeaders(AXIS)),
        lambda tx, frame: offer(tx, ReplaceLeaders(ALLIED)),
    )


FRAMES: Final = (DispositionSegment, ReplaceLeaders)
