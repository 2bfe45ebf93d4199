"""What a combat result does to one side: losses, checks, retreats (7.5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from engine.games.crossing_the_line.combat.retreat import Retreat, retreat_hexes
from engine.games.crossing_the_line.records import Unit, fighters_at, units_at
from engine.games.crossing_the_line.scenario.ground import ground
from engine.games.crossing_the_line.scenario.question import Pick, Question
from engine.games.crossing_the_line.standard.effectiveness import CheckEffectiveness, disrupt, lose
from engine.games.crossing_the_line.standard.hq_displacement import displace
from engine.games.crossing_the_line.standard.known import all_see, known_zoc
from engine.mechanics.menu import order
from engine.referee import Procedure, Refusal, State, Transaction, case


class Hits(Procedure):
    """The hits on the units of one hex, in the prescribed order."""

    side: str
    units: tuple[str, ...]
    """Those that took part."""
    here: str
    hits: int
    red: bool
    first: tuple[str, ...] = ()
    """The units of which one must take the first loss, if armor decides it."""
    taken: tuple[str, ...] = ()
    """Who has taken a loss for a hit, one entry for each."""
    failed: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    """Those that had to retreat because they failed."""
    went: str = ""
    """Where they have gone; nowhere if they could not."""
    joined: str = ""
    """The same hex, if other combat units were there before."""
    converted: bool = False
    """A retreat has taken the place of the second hit."""

    title = "Combat result"

    def alive(self, state: State) -> list[Unit]:
        """The participants that are still on the map."""
        return [unit for key in self.units if (unit := state.get(Unit, key)).on_map]

    # the steps

    @case("7.5.2-1", "7.5.1.2-D6")
    def first_hit(self, tx: Transaction) -> None:
        """From the unit whose tank or anti-tank points counted, else as the owner chooses."""
        if self.hits:
            self.ask_loss(tx, self.first or self.units, "7.5.2-1")

    @case("7.5.2-2", "7.5.2-a")
    def check(self, tx: Transaction) -> None:
        """A red number makes every combat unit of the hex check, bystanders too."""
        keys = tuple(unit.key for unit in fighters_at(tx.state, self.here))
        if self.red and keys:
            tx.push(CheckEffectiveness(self.side, keys, "7.5.2-2"))

    @case("7.5.2-2", "5.6.2-a", "5.6.2-b")
    def hear_checks(self, tx: Transaction, failed: tuple[str, ...]) -> None:
        tx.replace(replace(self, failed=failed))
        for key in failed:
            disrupt(tx, tx.state.get(Unit, key), "7.5.2-2")

    @case("7.5.2-3a", "7.5.2-3d", "5.6.2-c")
    def forced_retreat(self, tx: Transaction) -> None:
        """With two hits or more, units that failed must retreat."""
        forced = tuple(key for key in self.failed if tx.state.get(Unit, key).on_map)
        if forced and self.hits >= 2:
            tx.replace(replace(self, forced=forced))
            tx.push(Retreat(self.side, forced, self.here, forced=True))

    @case("7.5.2-3b", "7.5.2-3c", "7.5.2-retreat-b", "7.5.2-retreat-f", "10.1-c")
    def offer_retreat(self, tx: Transaction) -> None:
        """Those that stayed may go along or, if nobody failed, retreat by themselves, and so convert the
        second hit. Not into an enemy zone of control, and static units never."""
        if self.hits < 2:
            return
        staying = tuple(unit.key for unit in self.alive(tx.state) if unit.key not in self.forced)
        if not staying:
            tx.replace(replace(self, converted=True))
            return
        zone = known_zoc(tx.state, ground(tx.state).other(self.side))
        together = [self.went] if self.went and self.went not in zone else []
        hexes = together if self.forced else retreat_hexes(tx.state, self.side, self.here, forced=False)
        if hexes and not ground(tx.state).is_static(self.side):
            tx.push(OfferRetreat(self.side, staying, self.here, self.went))

    @case("7.5.2-4", "7.5.2-3c")
    def further_hits(self, tx: Transaction) -> None:
        """What is left is spread evenly: nobody takes a second loss before every other has taken one."""
        owed = self.hits - len(self.taken) - (1 if self.converted else 0)
        alive = self.alive(tx.state)
        if owed > 0 and alive:
            least = min(self.taken.count(unit.key) for unit in alive)
            even = tuple(unit.key for unit in alive if self.taken.count(unit.key) == least)
            stayed = tuple(key for key in even if key not in self.forced)
            is_second = self.forced and len(self.taken) == 1
            if is_second and stayed:
                self.ask_loss(tx, stayed, "7.5.2-3c")
            else:
                self.ask_loss(tx, even, "7.5.2-4")
        else:
            tx.replace(replace(self, at=self.at + 1))

    @case("7.5-b", "3.3-b")
    def lone_headquarters(self, tx: Transaction) -> None:
        """A headquarters that combat leaves alone is displaced at once, also where a retreat has overstacked
        a hex and cost all of its units their last strength."""
        for here in filter(None, (self.here, self.joined)):
            left = units_at(tx.state, here)
            if len(left) == 1 and left[0].is_hq:
                displace(tx, left[0], "7.5-b")

    # their order

    def run(self, tx: Transaction) -> None:
        if self.at == len(STEPS):
            tx.pop()
            return
        step = STEPS[self.at]
        if step is not Hits.further_hits:
            tx.replace(replace(self, at=self.at + 1))
        now = tx.state.frame
        assert isinstance(now, Hits)
        step(now, tx)

    def resume(self, tx: Transaction, result: Any) -> None:
        """Hear who failed, where units went, and whether others go along."""
        done = STEPS[self.at - 1] if self.at else None
        if done is Hits.check:
            self.hear_checks(tx, tuple(str(result).split()))
        elif done is Hits.forced_retreat and result is not None:
            others = [unit for unit in fighters_at(tx.state, result) if unit.key not in self.forced]
            tx.replace(replace(self, went=result, joined=result if others else ""))
        elif done is Hits.offer_retreat and result is not None:
            tx.replace(replace(self, converted=True))

    def ask_loss(self, tx: Transaction, among: tuple[str, ...], case_id: str) -> None:
        """One of these units takes a loss by a case; the owner chooses if there is a choice."""
        if len(among) == 1 or ground(tx.state).is_static(self.side):
            take_loss(tx, self, min(among))
        else:
            tx.push(TakeLoss(self.side, among, fought=self.units, case_id=case_id))


STEPS: Final[tuple[Callable[[Hits, Transaction], None], ...]] = (
    Hits.first_hit,
    Hits.check,
    Hits.forced_retreat,
    Hits.offer_retreat,
    Hits.further_hits,
    Hits.lone_headquarters,
)
"""The prescribed order; further hits are taken one by one until none is left."""


def take_loss(tx: Transaction, hits: Hits, key: str) -> None:
    """A hit costs a unit one strength point."""
    tx.replace(replace(hits, taken=(*hits.taken, key)))
    lose(tx, tx.state.get(Unit, key), 1, "7.5.2-loss", "combat")


WHO_LOSES: Final = {
    "7.5.2-1": "the first loss falls on the unit whose tank or anti-tank points counted",
    "7.5.2-3c": "the second hit falls on those that have neither retreated nor had a loss",
    "7.5.2-4": "nobody takes a second loss before every other unit has taken one",
}


class TakeLoss(Pick, kw_only=True):
    """Which unit loses a strength point?"""

    fought: tuple[str, ...]
    case_id: str

    title = "Losses"
    verb: ClassVar[str] = "lose"
    ruled_by: ClassVar[str] = "7.5.2-4"

    @case("7.5.2-a", "7.5.2-1", "7.5.2-3c", "7.5.2-4")
    def refusals_to_pick(self, state: State, target: Unit) -> Iterator[Refusal]:
        """Hits fall on units that took part, in the prescribed order."""
        if target.key not in self.fought:
            yield Refusal("7.5.2-a", f"{target} did not take part in the combat")
        elif target.key not in self.among:
            yield Refusal(self.case_id, f"Not {target}: {WHO_LOSES[self.case_id]}")

    def prompt(self, state: State) -> str:
        return "Which unit loses a strength point?"

    def asks_across_the_table(self, state: State) -> bool:
        return all_see(state, self.among)

    def picked(self, tx: Transaction, target: Unit) -> None:
        tx.pop()
        hits = tx.state.frame
        assert isinstance(hits, Hits)
        take_loss(tx, hits, target.key)


class OfferRetreat(Question):
    """Do the units retreat, so that the second hit is converted?"""

    units: tuple[str, ...]
    here: str
    went: str
    """Where units that failed have gone; the others go along or stay."""

    title = "Retreat"
    ruled_by: ClassVar[str] = "7.5.2-3b"

    def prompt(self, state: State) -> str:
        names = ", ".join(str(state.get(Unit, key)) for key in self.units)
        return f"{names}: retreat instead of taking the second hit?"

    def subjects(self, state: State) -> Iterable[str]:
        return self.units

    def whereabouts(self, state: State) -> Iterable[str]:
        return (self.here,)

    def asks_across_the_table(self, state: State) -> bool:
        return all_see(state, self.units)

    @order("retreat", words="Retreat")
    def retreat(self, tx: Transaction) -> None:
        tx.replace(Retreat(self.side, self.units, self.here, forced=False, there=self.went))

    @order("stay", words="Stay and take the hit", ends=True)
    def stay(self, tx: Transaction) -> None:
        tx.pop()


FRAMES: Final = (Hits, TakeLoss, OfferRetreat)
