"""What happened, told in the log, with the things that the window points at."""

from __future__ import annotations

from engine.referee import Event, Transaction


def tell(
    tx: Transaction,
    what: str,
    text: str,
    case: str,
    seen_by: tuple[str, ...] | None = None,
    redacted: str = "",
    **about: str | tuple[str, ...],
) -> None:
    """Write a sentence into the log: `tell(tx, "UnitArrived", text, "2.1", unit=unit.key, hex=here)`.

    `about` are the kinds of the things concerned, each with one or several of them, in this order.
    """
    concerned: list[tuple[str, str]] = []
    for kind, named in about.items():
        concerned += [(kind, one) for one in ((named,) if isinstance(named, str) else named)]
    tx.emit(Event(what, text, case, seen_by, redacted, tuple(concerned)))
