"""How a worked example says where a leader is: `hq-ag-center shaken`, `staff hq-ag-center`, `wounded 7`."""

from __future__ import annotations

from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.games.lebensraum.records import (
    AWAITED,
    CAPTURED,
    KILLED,
    POOL,
    STAFF,
    TERMINATED,
    WITH_HQ,
    WOUNDED,
    Leader,
)

SHAKEN = "shaken"
ELSEWHERE = (POOL, KILLED, TERMINATED, CAPTURED, AWAITED)


def leader_posts(leader: Leader, said: list[str]) -> Leader:
    """The leader where the words put him."""
    shaken = SHAKEN in said
    rest = [word for word in said if word != SHAKEN]
    match rest:
        case [word] if word in ELSEWHERE:
            return replace(leader, post=word, hq="", shaken=shaken)
        case ["staff", *hq] if len(hq) < 2:
            return replace(leader, post=STAFF, hq="".join(hq))
        case ["wounded", turn] if turn.isdecimal():
            return replace(leader, post=WOUNDED, hq="", back=int(turn))
        case [hq]:
            return replace(leader, post=WITH_HQ, hq=hq, shaken=shaken)
    raise BadInput(f"`leaders` says {' '.join(said)!r:.40} of {leader.name}, which is not known")
