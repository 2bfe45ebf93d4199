"""What all charts have in common: the origin of their values and checks for wrong ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.record import Record

PROVENANCES: Final = frozenset(("rulebook", "partly", "reconstructed"))


class Chart(Record):
    """`provenance` and `why` say what of it is printed and what is ours."""

    name: str
    title: str
    provenance: str
    why: str

    def faults(self) -> Iterator[str]:
        """Sentences about values that cannot be right."""
        return iter(())


def not_given(table: Mapping[str, object], wanted: Iterable[str], what: str) -> Iterator[str]:
    """A table must have exactly these entries."""
    wanted = sorted(wanted)
    if sorted(table) != wanted:
        yield f"{what} should be given for exactly {', '.join(wanted)}"
