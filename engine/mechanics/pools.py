"""Points that a side or a power holds and spends: a bank of movement points, supply, air points.

A game lists `Pool` among its records. What the points are for is a word of the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.mechanics.powers import Powers
from engine.record import Record
from engine.referee import Price, Refusal, RulesBug, State, Track, Transaction


class Pool(Record):
    """What is left of one kind of points to one owner."""

    owner: str
    """A side or a power."""
    what: str
    """`movement points`."""
    left: int = 0

    @property
    def key(self) -> str:
        return pool_key(self.owner, self.what)


def pool_key(owner: str, what: str) -> str:
    """The key of a pool."""
    return f"{owner}: {what}"


def left(state: State, owner: str, what: str) -> int:
    """The points left; 0 where there is no such pool."""
    found = state.find(Pool, pool_key(owner, what))
    return found.left if found else 0


def refusals_to_spend(
    state: State, case: str, owner: str, what: str, amount: int, name: str = ""
) -> Iterator[Refusal]:
    """There must be as many points; `name` is what the owner is called."""
    there = left(state, owner, what)
    if amount > there:
        yield Refusal(case, f"{name or owner} has {there} of {amount} {what} that this takes")


def price(state: State, case: str, owner: str, what: str, amount: int) -> Price:
    """The same for a preview."""
    return Price(what, amount, case, left(state, owner, what))


def spend(tx: Transaction, owner: str, what: str, amount: int) -> None:
    """Take points out of a pool."""
    there = left(tx.state, owner, what)
    if amount > there:
        raise RulesBug(f"{owner} spends {amount} {what} and has {there}")
    tx.put(Pool(owner, what, there - amount))


def fill(tx: Transaction, owner: str, what: str, amount: int) -> None:
    """Set a pool to a number of points, whatever was left in it."""
    tx.put(Pool(owner, what, amount))


def track_key(owner: str, what: str) -> str:
    """The key of the track that shows a pool."""
    return f"pool.{pool_key(owner, what)}"


def track_keys(state: State, owners: Iterable[str], *what: str) -> list[str]:
    """The tracks of those of these pools that there are, for `Choice.spends`."""
    wanted = ((owner, one) for owner in owners for one in what)
    return [track_key(*pair) for pair in wanted if state.find(Pool, pool_key(*pair)) is not None]


def tracks(state: State, powers: Powers) -> Iterator[Track]:
    """A track of each pool, of a side or of a power."""
    for pool in state.all(Pool).values():
        of_power = pool.owner in powers
        side = powers.side_of(pool.owner) if of_power else pool.owner
        name = powers.title_of(pool.owner) if of_power else state.scenario.title_of(side)
        title = f"{name}: {pool.what}"
        yield Track(
            track_key(pool.owner, pool.what),
            title,
            str(pool.left),
            side=side,
            power=pool.owner if of_power else "",
        )
