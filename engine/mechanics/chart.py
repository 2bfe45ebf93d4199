"""What all charts have in common: the origin of their values, rows by a die, and checks for wrong values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from engine.record import Record

PROVENANCES: Final = frozenset(("rulebook", "partly", "reconstructed"))


T = TypeVar("T")


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


# rows by a die


def face_of(label: str) -> int:
    """The die roll that a row is printed for: "4", "-3 or less", "9 or more"."""
    return int(label.split()[0])


def on_row(rows: Mapping[str, T], die: int) -> T:
    """The row of a modified die roll; beyond the table the end rows count."""
    by_face = {face_of(label): row for label, row in rows.items()}
    return by_face[min(max(die, min(by_face)), max(by_face))]


def broken_rows(rows: Mapping[str, Collection[object]], what: str) -> Iterator[str]:
    """Rows must follow each other without a gap and share their columns."""
    faces = []
    for label in rows:
        if not label.split() or not label.split()[0].lstrip("-").isdecimal():
            yield f"{what} {label!r:.40} does not begin with a number"
            return
        faces.append(face_of(label))
    if not faces or faces != list(range(faces[0], faces[0] + len(faces))):
        yield f"{what}s should be printed for each number in turn, not {faces}"
    if len({tuple(row) if isinstance(row, Mapping) else len(row) for row in rows.values()}) != 1:
        yield f"{what}s should all have the same columns"
