"""Where units can go, and why not elsewhere: all of it follows from one rule of a step.

A game describes each kind of movement by a subclass of `Movement`. It says where the movers stand, what they
may spend, what a step to a neighbour costs, and every reason against leaving a hex, crossing to the next,
entering it and ending there. From that follow the exits of a hex, every hex that can be reached, the path,
the price and its parts, the preview, and the explanation of each hex that is not offered.

    class March(Movement[str]):
        ruled_by = "3.1"

        def refusals_to_cross(self, at: str, there: str) -> Iterator[Refusal]:
            if is_unbridged(self.state, at, there):
                yield Refusal("3.2", f"the river between {at} and {there} has no bridge")

A mover may stand in a hex in more than one way (it has entered it over a river and must stop, say). The type
`N` says how it stands, its footing: mostly just the name of the hex.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from engine.hexes.paths import Reach, explain, reach, spread
from engine.mechanics.menu import Order, listed
from engine.mechanics.plural import counted, mixed
from engine.record import Record
from engine.referee import Action, Modifier, Preview, Refusal, State, Transaction, total
from engine.referee.modifier import Amount

N = TypeVar("N", bound=Hashable)


class Step(NamedTuple, Generic[N]):
    """A step that could be taken: how the movers stand after it, what it costs, all reasons against it."""

    to: N
    cost: Amount
    against: list[Refusal]


class Arrivals(Record, Generic[N]):
    """Where movers can go."""

    ways: Reach[N, Any]
    """Every footing that they can reach."""
    best: Mapping[str, N]
    """In which footing they arrive in each hex."""
    single: frozenset[str]
    """Hexes beside them that they can enter by nothing but a single step for all that they have."""
    ends: frozenset[str]
    """The hexes, other than their own, where they may end."""
    budget: Amount

    def cost_to(self, there: str) -> Amount:
        """What going there costs."""
        cost: Amount = self.ways.cost[self.best[there]] if there in self.best else self.budget
        return cost


class Movement(ABC, Generic[N]):
    """One kind of movement of units that move together, at one moment of the game."""

    ruled_by: ClassVar[str]
    """The case of this kind of movement: cited against a hex that is too far."""
    single_step: ClassVar[str] = ""
    """The case by which movers may enter one hex at the price of everything they have; empty if none does."""

    def __init__(self, state: State, movers: tuple[str, ...]) -> None:
        self.state = state
        self.movers = movers

    # the rule, as the game writes it

    @abstractmethod
    def start(self) -> N:
        """How the movers stand now."""

    @abstractmethod
    def budget(self) -> Amount:
        """What they may spend: points, hexes, or what is left in a bank that several share."""

    @abstractmethod
    def neighbors(self, here: str) -> Iterable[str]:
        """The hexes to which a step can lead, whatever is against it."""

    @abstractmethod
    def charges(self, at: N, there: str) -> Iterable[Modifier]:
        """What a step costs, with the reason for each part. A refused step has a price, too."""

    @abstractmethod
    def names(self) -> str:
        """The movers in words."""

    def place(self, at: N) -> str:
        """The hex of a footing."""
        return str(at)

    def after(self, at: N, there: str) -> N:
        """How the movers stand after a step."""
        return there  # type: ignore[return-value]  # where N is not a hex the game writes its own

    def rank(self, at: N) -> int:
        """Of several footings in one hex movers arrive in that of the lowest rank, then in the cheapest."""
        return 0

    def refusals_to_set_out(self) -> Iterator[Refusal]:
        """Every reason against this kind of movement, wherever it leads."""
        return iter(())

    def refusals_to_leave(self, at: N) -> Iterator[Refusal]:
        """Every reason why movers that have come so far must stop."""
        return iter(())

    def refusals_to_cross(self, at: N, there: str) -> Iterator[Refusal]:
        """Every reason against going from here to that neighbour."""
        return iter(())

    def refusals_to_enter(self, there: str) -> Iterator[Refusal]:
        """Every reason against being in a hex, wherever they come from."""
        return iter(())

    def refusals_to_end(self, there: str) -> Iterator[Refusal]:
        """Every reason against ending the move in a hex that may be entered."""
        return iter(())

    def refusals_to_single_step(self, there: str) -> Iterator[Refusal]:
        """Every reason against entering a neighbour at the price of everything."""
        return iter(())

    # quicker answers to the same questions, which a game may give; `contradictions` compares them

    def cost(self, at: N, there: str) -> Amount:
        """The sum of the charges."""
        return total(self.charges(at, there))

    def least_cost(self) -> Amount:
        """No step costs less: the search goes no farther where less is left."""
        return 0

    def exits(self, at: N) -> Iterable[tuple[N, Amount]]:
        """The legal steps from a footing, and what each costs."""
        if next(self.refusals_to_leave(at), None) is not None:
            return ()
        return [
            (self.after(at, there), self.cost(at, there))
            for there in self.neighbors(self.place(at))
            if next(self.refusals_to_cross(at, there), None) is None
            and next(self.refusals_to_enter(there), None) is None
        ]

    def crossings(self, at: N) -> Iterable[tuple[N, Amount]]:
        """The steps to all neighbours and what each costs, whatever is against it."""
        return [(self.after(at, there), self.cost(at, there)) for there in self.neighbors(self.place(at))]

    def ends_among(self, hexes: Iterable[str]) -> frozenset[str]:
        """Those of the hexes where the movers may end."""
        return frozenset(there for there in hexes if next(self.refusals_to_end(there), None) is None)

    def arrivals(self) -> Arrivals[N]:
        """Where the movers can go. A game that asks often remembers `find_arrivals` by `derived`."""
        return self.find_arrivals()

    # what follows

    def refusals_to_step(self, at: N, there: str) -> Iterator[Refusal]:
        """Every reason against one step: this is the rule of movement."""
        yield from self.refusals_to_leave(at)
        yield from self.refusals_to_cross(at, there)
        yield from self.refusals_to_enter(there)

    def steps(self, at: N) -> Iterator[Step[N]]:
        """Every step to a neighbour, legal or not."""
        leaving = list(self.refusals_to_leave(at))
        for there in self.neighbors(self.place(at)):
            against = [*leaving, *self.refusals_to_cross(at, there), *self.refusals_to_enter(there)]
            yield Step(self.after(at, there), self.cost(at, there), against)

    def find_arrivals(self) -> Arrivals[N]:
        """Search the map for the hexes to which legal steps lead."""
        if next(self.refusals_to_set_out(), None) is not None:
            return self.nowhere()
        start, budget = self.start(), self.budget()
        ways: Reach[N, Any] = reach(start, budget, self.exits, least=self.least_cost())
        best: dict[str, N] = {}
        for at in sorted(ways.cost, key=self.rank):
            best.setdefault(self.place(at), at)
        here = self.place(start)
        single = frozenset(self._single_steps(here, best))
        return Arrivals(ways, best, single, self.ends_among({*best, *single} - {here}), budget)

    def nowhere(self) -> Arrivals[N]:
        """The answer for movers that can go to no hex at all."""
        start = self.start()
        return Arrivals(Reach({start: 0}, {}), {self.place(start): start}, frozenset(), frozenset(), 0)

    def _single_steps(self, here: str, best: Container[str]) -> Iterator[str]:
        if self.single_step:
            for there in self.neighbors(here):
                if there not in best and next(self.refusals_to_single_step(there), None) is None:
                    yield there

    def path_to(self, there: str) -> tuple[str, ...]:
        """The hexes on the way there, both ends included."""
        found = self.arrivals()
        if there in found.best:
            return tuple(self.place(at) for at in found.ways.path_back(found.best[there]))[::-1]
        return self.place(self.start()), there

    def arrival(self, there: str) -> N:
        """How the movers stand in a hex that they can go to."""
        return self.arrivals().best[there]

    def points_left(self, path: tuple[str, ...]) -> list[Amount]:
        """What is left after each step of a path to the best footing in its last hex."""
        found = self.arrivals()
        if path[-1] not in found.best:
            return [0]
        along = found.ways.path_to(found.best[path[-1]])
        return [found.budget - found.ways.cost[at] for at in along[1:]]

    def bill(self, there: str) -> tuple[Modifier, ...]:
        """The parts of the price of going there, equal ones of all steps together."""
        found = self.arrivals()
        if there not in found.best:
            return ()
        sums: dict[tuple[str, str], Amount] = {}
        along = found.ways.path_to(found.best[there])
        for at, to in pairwise(along):
            for part in self.charges(at, self.place(to)):
                sums[part.case, part.text] = sums.get((part.case, part.text), 0) + part.amount
        return tuple(Modifier(ruled, text, amount) for (ruled, text), amount in sums.items())

    def stops(self, there: str) -> str:
        """Why the movers would have to stop there; empty if they could go on."""
        found = self.arrivals()
        if there not in found.best:
            return str(Refusal(self.single_step, f"{there} is the only hex they can enter in this move"))
        return next((str(reason) for reason in self.refusals_to_leave(found.best[there])), "")

    def preview(self, there: str) -> Preview:
        """The path, its price, the parts of the price if there are several, and where it stops."""
        found = self.arrivals()
        cost, bill = found.cost_to(there), self.bill(there)
        return Preview(
            self.summary(there),
            self.path_to(there),
            cost,
            self.stops(there),
            modifiers=bill if len(bill) > 1 else (),
        )

    def summary(self, there: str) -> str:
        """What the preview says in a sentence."""
        found = self.arrivals()
        return f"{self.names()}: {mixed(found.cost_to(there))} of {self.amount(found.budget)}"

    def amount(self, cost: Amount) -> str:
        """A cost in words."""
        return counted(cost, "movement point")

    # why not

    def refusals(self, there: str) -> Iterator[Refusal]:
        """Every reason against going there; none if they can. What is not offered has at least one."""
        if there not in self.arrivals().ends:
            reasons = list(dict.fromkeys(self._reasons(there)))
            yield from reasons or [Refusal(self.ruled_by, f"{self.names()} cannot move to {there}")]

    def _reasons(self, there: str) -> Iterator[Refusal]:
        found, here = self.arrivals(), self.place(self.start())
        standing = list(self.refusals_to_set_out())
        yield from standing
        if there == here:
            yield self.refusal_to_stay(there)
        elif not standing:
            if there not in found.best and there not in found.single:
                yield from self.reasons_against_way(there)
            yield from self.refusals_to_end(there)

    def reasons_against_way(self, there: str) -> Iterator[Refusal]:
        """The true obstacle first: the hex itself; the distance, if not even a straight path is short enough;
        else an open path that is too long, and what is against the short path with the fewest reasons, around
        closed hexes if there is such a path."""
        yield from self.refusals_to_enter(there)
        start = self.start()
        if self.single_step and there in self.neighbors(self.place(start)):
            yield from self.refusals_to_single_step(there)

        def is_goal(at: N) -> bool:
            return self.place(at) == there

        why = explain(start, is_goal, self.budget(), self._steps_around(there), self.exits)
        reasons = why.reasons or explain(start, is_goal, self.budget(), self.steps, lambda at: ()).reasons
        straight = None
        if not reasons:
            costs, _, goal = spread((start,), None, self.crossings, None, is_goal)
            straight = None if goal is None else costs[goal]
        if why.open_cost is None:
            yield from self.refusals_without_way(there)
        if straight is not None or why.open_cost is not None:
            yield self.refusal_of_distance(there, straight, why.open_cost)
        yield from reasons

    def _steps_around(self, goal: str) -> Callable[[N], Iterable[Step[N]]]:
        """The steps of paths around hexes that are closed wherever one comes from, but for the goal."""

        def steps(at: N) -> list[Step[N]]:
            found = []
            for step in self.steps(at):
                there = self.place(step.to)
                if there == goal or next(self.refusals_to_enter(there), None) is None:
                    found.append(step)
            return found

        return steps

    def refusal_to_stay(self, here: str) -> Refusal:
        """They are there already."""
        return Refusal(self.ruled_by, f"{self.names()}: in {here} already")

    def refusals_without_way(self, there: str) -> Iterator[Refusal]:
        """What is said of a hex to which no open path leads, however long, besides the reasons on the way."""
        return iter(())

    def refusal_of_distance(self, there: str, straight: Amount | None, open_cost: Amount | None) -> Refusal:
        """The way is too long. `straight` is what a path costs whatever is against it, if that is too much
        already; `open_cost` what a path costs that has nothing against it, if there is one."""
        way = "the shortest path there" if open_cost is None else "the cheapest open path there"
        cost, have = self.amount(open_cost or straight or 0), "has" if len(self.movers) == 1 else "have"
        why = f"{way} costs {cost}, and {self.names()} {have} {mixed(self.budget())}"
        return Refusal(self.ruled_by, f"{there}: {why}")

    # going there

    def go(self, tx: Transaction, there: str) -> None:
        """Set out for a hex that is offered; mostly a `Walk` is pushed."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to go")


ENOUGH: Final = 400
"""How many footings `contradictions` looks at."""


def contradictions(movement: Movement[Any]) -> Iterator[str]:
    """Where the quick answers of a game differ from its own rule of a step, for tests: nowhere."""
    looked_at: list[Any] = [movement.start()]
    for at in looked_at:
        by_rule = {(step.to, step.cost) for step in movement.steps(at) if not step.against}
        quick = set(movement.exits(at))
        if quick != by_rule:
            yield f"exits of {at}: {sorted(map(str, quick ^ by_rule))}"
        for there in movement.neighbors(movement.place(at)):
            if movement.cost(at, there) != total(movement.charges(at, there)):
                yield f"the step from {at} to {there} costs {movement.cost(at, there)}, not its charges"
        if any(cost < movement.least_cost() for _, cost in by_rule):
            yield f"a step from {at} costs less than {movement.least_cost()}"
        if sorted(movement.crossings(at), key=str) != sorted(Movement.crossings(movement, at), key=str):
            yield f"crossings of {at}"
        for to, _ in by_rule:
            if to not in looked_at and len(looked_at) < ENOUGH:
                looked_at.append(to)
    hexes = {movement.place(at) for at in looked_at}
    room = {there for there in hexes if not list(movement.refusals_to_end(there))}
    if movement.ends_among(hexes) != room:
        yield f"ends: {sorted(movement.ends_among(hexes) ^ room)}"


class Go(Order):
    """The order of a menu that sends its units to a hex by one kind of movement.

    The hexes are listed by name, or those that cost least first.
    """

    kind = "hex"

    def __init__(
        self,
        verb: str,
        words: str,
        movement: Callable[[Any, State], Movement[Any]],
        nearest_first: bool = False,
    ) -> None:
        self.verb = verb
        self.words = words
        self.movement = movement
        self.nearest_first = nearest_first

    def candidates(self, menu: Any, state: State) -> list[Action]:
        found = self.movement(menu, state).arrivals()
        if self.nearest_first:
            ends = [there for there in (*found.best, *sorted(found.single)) if there in found.ends]
        else:
            ends = sorted(found.ends)
        return [listed(self.verb, "hex", there) for there in ends]

    def legal(self, menu: Any, state: State) -> list[Action]:
        return self.candidates(menu, state)

    def offers(self, menu: Any, state: State, action: Action) -> bool:
        return action.target in self.movement(menu, state).arrivals().ends

    def has_any(self, menu: Any, state: State) -> bool:
        return bool(self.movement(menu, state).arrivals().ends)

    def refusals(self, menu: Any, state: State, action: Action) -> Iterator[Refusal]:
        return self.movement(menu, state).refusals(action.target)

    def apply(self, menu: Any, tx: Transaction, action: Action) -> None:
        self.movement(menu, tx.state).go(tx, action.target)

    def preview(self, menu: Any, state: State, action: Action) -> Preview:
        return self.movement(menu, state).preview(action.target)
