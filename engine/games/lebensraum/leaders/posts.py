"""Leaders with headquarters and in the pools: drawing, replacing, filling vacancies (9.0, 9.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from engine.games.lebensraum.leaders.nationality import fitting
from engine.games.lebensraum.records import (
    DISMISSED,
    POOL,
    TERMINATED,
    WESTERN,
    WITH_HQ,
    Leader,
    Unit,
    hqs,
    leader_of,
)
from engine.games.lebensraum.scenario.ground import ground
from engine.games.lebensraum.special.entry import FINNISH
from engine.mechanics.menu import Menu, order
from engine.mechanics.plural import counted
from engine.mechanics.telling import tell
from engine.referee import Cup, Refusal, State, Transaction, case

LEADER_POOL: Final = "leaders"


def pool(state: State, power: str) -> tuple[Leader, ...]:
    """The leaders of a power that lie face down."""
    return tuple(one for one in state.all(Leader).values() if one.post == POOL and one.power == power)


@case("9.6-b")
def draws_leaders(hq: Unit) -> bool:
    """Only Mannerheim leads the Finns: their headquarters draws nobody."""
    return hq.nation != FINNISH


@case("9.1-a")
def draw_one(tx: Transaction, leaders: Iterable[str], ruled: str, post: str) -> str:
    """One of these leaders, drawn unseen for a post: his key."""
    names = {tx.state.get(Leader, key).name: key for key in leaders}
    cup = Cup(LEADER_POOL, tuple(names))
    tx.put(cup)
    name = tx.draw(cup, ruled, f"The new leader of {post}")
    tx.remove(tx.state.get(Cup, LEADER_POOL))
    return names[name]


@case("9.1-a", "9.0-a", "3.4")
def drawn(tx: Transaction, headquarters: Sequence[Unit], ruled: str) -> Iterator[tuple[Unit, Leader]]:
    """A leader for each headquarters, all drawn before anybody is moved; none when the pool is empty."""
    leaving = [hq.key for hq in headquarters]
    for power in dict.fromkeys(hq.power for hq in headquarters):
        left, taken = sorted(one.key for one in pool(tx.state, power)), list[str]()
        for hq in headquarters:
            if hq.power != power or not draws_leaders(hq):
                continue
            if not left:
                tell(tx, "NoLeader", f"The pool is empty: {hq.name} is without a leader", "9.0-a")
                continue
            key = draw_one(tx, fitting(tx.state, hq, taken, left, leaving), ruled, hq.name)
            left.remove(key)
            taken.append(key)
            yield hq, tx.state.get(Leader, key)


def appoint(tx: Transaction, leader: Leader, hq: Unit) -> None:
    """He leads a headquarters from now on."""
    tx.put(replace(leader, post=WITH_HQ, hq=hq.key, at=""))


@case("9.0-a", "9.0-f")
def fill(tx: Transaction, headquarters: Iterable[Unit], ruled: str) -> None:
    """Headquarters that have lost their leader draw one at once."""
    for hq, leader in list(drawn(tx, tuple(headquarters), ruled)):
        appoint(tx, leader, hq)


def draw_leader(tx: Transaction, hq: Unit) -> None:
    """A headquarters that is created gets a leader; Mannerheim comes back with that of Finland."""
    if hq.key not in leader_of(tx.state):
        fill(tx, (hq,), "11.2-a")


def own_headquarters(state: State, leader: Leader) -> str:
    """The headquarters that only he leads: that of Finland is Mannerheim's."""
    found = (hq.key for hq in state.all(Unit).values() if hq.leader == leader.name and not draws_leaders(hq))
    return next(found, "")


@case("9.0-a", "9.5-c", "9.6-b")
def to_pool(tx: Transaction, leader: Leader, leaves: str = "") -> None:
    """He lies in the pool, no longer Shaken; a headquarters that waits for a leader draws at once, but not
    the one that he leaves. Mannerheim goes to his headquarters."""
    if own := own_headquarters(tx.state, leader):
        tx.put(replace(leader, post=WITH_HQ, hq=own, back=0, shaken=False))
        return
    tx.put(replace(leader, post=POOL, hq="", at="", back=0, shaken=False))
    led = leader_of(tx.state)
    for hq in hqs(tx.state, leader.side):
        if hq.power == leader.power and hq.key not in led and hq.key != leaves and draws_leaders(hq):
            fill(tx, (hq,), "9.0-a")
            return


@case("9.6-b")
def leader_to_pool(tx: Transaction, hq: Unit) -> None:
    """The leader of a headquarters that is taken off goes to his pool. Mannerheim stays with his own, which
    comes back with him."""
    leader = leader_of(tx.state).get(hq.key)
    if leader is not None and draws_leaders(hq):
        to_pool(tx, leader, hq.key)


# replacement


@case("9.1-a", "9.1-b", "9.1-c", "7.45-c")
def replace_leaders(tx: Transaction, leaders: Sequence[Leader], ruled: str) -> None:
    """All successors are drawn unseen, then the old leaders go, then their owner says where to. What the
    headquarters has used up of command and help in this segment stays used up."""
    headquarters = tuple(tx.state.get(Unit, one.hq) for one in leaders)
    successors = list(drawn(tx, headquarters, ruled))
    for leader, hq in zip(leaders, headquarters, strict=True):
        text = f"{leader.name} is relieved of {hq.name}"
        tell(tx, "LeaderRelieved", text, ruled, marker=leader.key, unit=hq.key)
        tx.put(replace(leader, post=DISMISSED, hq="", at="", shaken=False))
    for hq, successor in successors:
        appoint(tx, successor, hq)
    for leader in reversed(leaders):
        if leader.power == WESTERN:
            retire(tx, leader.key, POOL, "9.1-c")
        else:
            tx.push(DismissedLeader(leader.side, leader.key))


def retire(tx: Transaction, key: str, post: str, ruled: str) -> None:
    """A dismissed leader goes to the pool or is terminated."""
    leader = tx.state.get(Leader, key)
    words = "is terminated" if post == TERMINATED else "goes back to the pool"
    tell(tx, "LeaderDismissed", f"{leader.name} {words}", ruled, marker=key)
    if post == POOL:
        to_pool(tx, leader)
    else:
        tx.put(replace(leader, post=post))


class DismissedLeader(Menu):
    """Does a leader who was replaced go back to the pool, or is he terminated?"""

    leader: str

    title = "Dismissal"
    ruled_by = "9.1-b"
    otherwise = "the dismissed leader goes back to the pool or is terminated"

    def prompt(self, state: State) -> str:
        return f"{state.get(Leader, self.leader).name} is dismissed: back to the pool, or terminated?"

    def asks_across_the_table(self, state: State) -> bool:
        return True

    @order("pool", "none", "Back to the pool")
    def back(self, tx: Transaction) -> None:
        tx.pop()
        retire(tx, self.leader, POOL, "9.1-b")

    @order("terminate", "none", "Terminate")
    def terminate(self, tx: Transaction) -> None:
        tx.pop()
        retire(tx, self.leader, TERMINATED, "9.1-b")


def refusals_to_replace(state: State, side: str, chosen: Sequence[str], hq: Unit) -> Iterator[Refusal]:
    """A front leader of one's own, while the pool has one for each that is replaced."""
    leader = leader_of(state).get(hq.key)
    if not hq.is_hq or hq.side != side or not hq.on_map:
        yield Refusal("9.0-e", f"{hq.name} is no headquarters of this side on the map")
    elif leader is None:
        yield Refusal("9.0-e", f"{hq.name} has no leader who could be replaced")
    elif not draws_leaders(hq):
        yield Refusal("9.6-b", f"{leader.name} leads the Finns and is not replaced")
    elif hq.key in chosen:
        yield Refusal("9.0-e", f"{hq.name} gets a new leader already")
    else:
        same = [key for key in chosen if state.get(Unit, key).power == hq.power]
        there = len(pool(state, hq.power))
        if len(same) >= there:
            title = ground(state).powers.title_of(hq.power)
            text = f"the pool of the {title} holds {counted(there, 'leader')}"
            needed = f", and {len(same)} {'is' if len(same) == 1 else 'are'} needed already" if same else ""
            yield Refusal("9.1-a", text + needed)


FRAMES: Final = (DismissedLeader,)
