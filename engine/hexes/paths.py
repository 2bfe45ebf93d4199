"""Movement: where a unit can go with what it has, and the cheapest way there.

A game describes how hexes are connected with one function: `exits(hex)` lists the hexes that can be entered
from there and what each costs, as a whole number or a Fraction, never below 0. Whatever else hashes may
stand for a hex, for example a hex with a facing. Of equally cheap ways the one found first counts, so the
order of the exits decides and every run gives the same result.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from math import inf, lcm
from typing import Any, Generic, NamedTuple, TypeVar

from engine.hexes.cells import Cells
from engine.record import Record

N = TypeVar("N", bound=Hashable)
C = TypeVar("C", bound=int | Fraction)
R = TypeVar("R")


class Reach(Record, Generic[N, C]):
    """Every hex that was reached, with its cost and the hex from which it is entered."""

    cost: dict[N, C]
    came_from: dict[N, N]

    def __contains__(self, node: N) -> bool:
        return node in self.cost

    def path_to(self, node: N) -> tuple[N, ...]:
        """The way from the start to a hex that was reached, both included; KeyError for any other."""
        return self.path_back(node)[::-1]

    def path_back(self, node: N) -> tuple[N, ...]:
        """The same path from its end: from a hex that was reached back to the start."""
        if node not in self.cost:
            raise KeyError(node)
        path = [node]
        came_from = self.came_from
        while node in came_from:
            node = came_from[node]
            path.append(node)
        return tuple(path)


class Path(NamedTuple, Generic[N, C]):
    """A way from start to goal, both included, and what it costs."""

    hexes: tuple[N, ...]
    cost: C


def reach(
    start: N,
    budget: int | Fraction,
    exits: Callable[[N], Iterable[tuple[N, C]]],
    halts: Callable[[N], bool] | None = None,
    least: int | Fraction = 0,
) -> Reach[N, C]:
    """All hexes that can be entered without spending more than the budget, and the start itself.

    A hex that halts can be entered but not left; the start can always be left. With Fractions hand in the
    budget as a Fraction too: the search then counts in whole parts of a point, which is several times
    faster. If no step costs less than `least`, hexes with less than that left are not asked for exits.
    """
    if isinstance(budget, Fraction):
        return _reach_in_parts((start,), budget, exits, halts, least)
    cost, came_from, _ = spread((start,), budget, exits, halts, least=least)
    return Reach(cost, came_from)


def cheapest_path(
    start: N,
    goal: N,
    exits: Callable[[N], Iterable[tuple[N, C]]],
    halts: Callable[[N], bool] | None = None,
    limit: int | Fraction | None = None,
    at_least: Callable[[N], int | Fraction] | None = None,
) -> Path[N, C] | None:
    """The cheapest way to the goal, None when there is none (within the limit).

    `at_least(hex)` may name a sum that the rest of the way from a hex cannot undercut, such as the
    distance times the lowest cost of a hex; the search then looks towards the goal first and finds an
    equally cheap way sooner.
    """
    if at_least is None:
        cost, came_from, found = spread((start,), limit, exits, halts, lambda node: node == goal)
    else:
        cost, came_from, found = _spread_towards(start, goal, limit, exits, halts, at_least)
    if found is None:
        return None
    ways: Reach[N, C] = Reach(cost, came_from)
    return Path(ways.path_to(goal), ways.cost[goal])


class Explanation(NamedTuple, Generic[C, R]):
    """Why a goal is out of reach."""

    open_cost: C | None
    """The cost of the cheapest path without a reason against it; None if there is none at any cost."""
    reasons: tuple[R, ...]
    """The reasons against the path within the budget that has the fewest; none if the
    budget does not reach the goal."""


def explain(
    start: N,
    is_goal: Callable[[N], bool],
    budget: int | Fraction,
    steps: Callable[[N], Iterable[tuple[N, C, Sequence[R]]]],
    exits: Callable[[N], Iterable[tuple[N, C]]] | None = None,
) -> Explanation[C, R]:
    """Why no legal path within the budget leads to a goal beyond refused steps or too far away.

    `steps(hex)` lists every step from there, what it costs and all reasons against it: the exits of `reach`
    are those steps that have none. Hand them in, too, if they can be had faster.
    """

    def open_steps(here: N) -> Iterable[tuple[N, C]]:
        return [(there, cost) for there, cost, reasons in steps(here) if not reasons]

    cost, _, found = spread((start,), None, exits or open_steps, None, is_goal)
    open_cost = None if found is None else cost[found]
    return Explanation(open_cost, _fewest_reasons(start, is_goal, budget, steps))


def _fewest_reasons(
    start: N,
    is_goal: Callable[[N], bool],
    budget: int | Fraction,
    steps: Callable[[N], Iterable[tuple[N, C, Sequence[R]]]],
) -> tuple[R, ...]:
    """The reasons along the way within the budget that has the fewest, of several such the cheapest.

    A hex is looked at again only by a way that is cheaper than all with fewer reasons before it.
    """
    cheapest: dict[N, Any] = {}
    heap: list[tuple[int, Any, int, N, tuple[R, ...]]] = [(0, 0, 0, start, ())]
    pushed = 0
    while heap:
        _, spent, _, here, so_far = heappop(heap)
        if is_goal(here):
            return so_far
        if here in cheapest and cheapest[here] <= spent:
            continue
        cheapest[here] = spent
        for there, price, reasons in steps(here):
            if spent + price <= budget:
                pushed += 1
                against = (*so_far, *reasons)
                heappush(heap, (len(against), spent + price, pushed, there, against))
    return ()


def exits_table(cells: Cells, cost: Callable[[str, str], C | None]) -> dict[str, tuple[tuple[str, C], ...]]:
    """The exits of every hex, asked once: `cost(hex, neighbor)`, None where there is no way.

    Its `__getitem__` is the fastest `exits`; use it if costs stay the same for many searches.
    """
    table = {}
    for here in cells.hexes:
        priced = [(other, cost(here, other)) for other in cells.adjacency[here]]
        table[here] = tuple([(other, price) for other, price in priced if price is not None])
    return table


def spread(
    sources: Sequence[N],
    limit: int | Fraction | None,
    exits: Callable[[N], Iterable[tuple[N, Any]]],
    halts: Callable[[N], bool] | None = None,
    is_goal: Callable[[N], bool] | None = None,
    least: int | Fraction = 0,
) -> tuple[dict[N, Any], dict[N, N], N | None]:
    """The search under all others: outward from the sources in order of cost, up to the first goal if any.

    Costs are few and small, so hexes wait in one list per cost and only the costs are kept in a heap. No step
    costs less than `least`.
    """
    best: dict[N, Any] = dict.fromkeys(sources, 0)
    came_from: dict[N, N] = {}
    waiting: dict[Any, list[N]] = {0: list(best)}
    costs: list[Any] = [0]
    most: Any = inf if limit is None else limit
    beyond = most + 1
    cost_of = best.get
    queue_of = waiting.get
    while costs:
        spent = heappop(costs)
        if spent + least > most and is_goal is None:
            break
        for here in waiting.pop(spent):
            if best[here] != spent:
                continue
            if is_goal is not None and is_goal(here):
                return best, came_from, here
            if halts is not None and here in came_from and halts(here):
                continue
            for other, step in exits(here):
                total = spent + step
                if total < cost_of(other, beyond):
                    queue = queue_of(total)
                    if queue is None:
                        if total > most:
                            continue
                        if total < spent:
                            raise _below_nothing(here, other, step)
                        queue = waiting[total] = []
                        heappush(costs, total)
                    queue.append(other)
                    best[other] = total
                    came_from[other] = here
    return best, came_from, None


def _spread_towards(
    start: N,
    goal: N,
    limit: int | Fraction | None,
    exits: Callable[[N], Iterable[tuple[N, Any]]],
    halts: Callable[[N], bool] | None,
    at_least: Callable[[N], int | Fraction],
) -> tuple[dict[N, Any], dict[N, N], N | None]:
    """As `spread`, but in order of the cost so far plus the least that is still to come."""
    best: dict[N, Any] = {start: 0}
    came_from: dict[N, N] = {}
    heap: list[tuple[Any, int, Any, N]] = [(at_least(start), 0, 0, start)]
    entered = 0
    while heap:
        _, _, spent, here = heappop(heap)
        if best[here] != spent:
            continue
        if here == goal:
            return best, came_from, here
        if halts is not None and here in came_from and halts(here):
            continue
        for other, step in exits(here):
            total = spent + step
            before = best.get(other)
            if (before is None or total < before) and (limit is None or total <= limit):
                if total < spent:
                    raise _below_nothing(here, other, step)
                best[other] = total
                came_from[other] = here
                entered += 1
                # Of equal sums the one entered last, which lies furthest along.
                heappush(heap, (total + at_least(other), -entered, total, other))
    return best, came_from, None


def _below_nothing(here: object, other: object, step: object) -> ValueError:
    return ValueError(f"the step from {here} to {other} costs {step}, less than nothing")


class _FinerPartsNeeded(Exception):
    """A cost is not a whole number of the parts counted in so far; carries its denominator."""


def _reach_in_parts(
    sources: Sequence[N],
    limit: Fraction,
    exits: Callable[[N], Iterable[tuple[N, Any]]],
    halts: Callable[[N], bool] | None,
    least: int | Fraction,
) -> Reach[N, Any]:
    """Reach with Fractions turned into whole numbers of parts (quarters, sixths), as fine as needed."""
    parts = limit.denominator
    while True:
        try:
            cost, came_from, _ = spread(
                sources, int(limit * parts), _in_parts(exits, parts), halts, least=int(least * parts)
            )
        except _FinerPartsNeeded as finer:
            parts = lcm(parts, finer.args[0])
        else:
            whole = {amount: Fraction(amount, parts) for amount in set(cost.values())}
            return Reach({node: whole[amount] for node, amount in cost.items()}, came_from)


def _in_parts(
    exits: Callable[[N], Iterable[tuple[N, Any]]], parts: int
) -> Callable[[N], list[tuple[N, int]]]:
    def whole_exits(here: N) -> list[tuple[N, int]]:
        found = []
        for other, step in exits(here):
            size, rest = divmod(parts, step.denominator)
            if rest:
                raise _FinerPartsNeeded(step.denominator)
            found.append((other, step.numerator * size))
        return found

    return whole_exits
