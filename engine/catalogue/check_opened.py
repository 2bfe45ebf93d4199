"""The order in which a game's own rules look at a scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.bad_input import BadInput
from engine.catalogue.finding import Finding, error
from engine.referee.state import State


def check_opened(
    faults: Iterable[Finding],
    opened: Callable[[], State],
    *looks: Callable[[State], Iterator[Finding]],
) -> Iterator[Finding]:
    """Faults of single set-ups first; a scenario that can be opened is also looked at as a position."""
    found = list(faults)
    yield from found
    try:
        state = opened()
    except BadInput as problem:
        if not any(fault.severity == "error" for fault in found):
            yield error("set-up", str(problem))
        return
    for look in looks:
        yield from look(state)
