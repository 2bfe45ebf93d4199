"""What stands where on the counters: an example of each kind, and its numbers from left to right in words."""

from __future__ import annotations

from collections.abc import Iterator

from app.map.counters.counter_style import LONGEST_RATING
from editor.printing.counter_faces import FaceMaker, in_order
from editor.printing.sheet_layout import Block, Card, Heading, Line
from engine.catalogue.document import ScenarioDocument
from engine.referee.view import Counter

COMMON = (
    ("Above", "the name of the unit; over its symbol the size of the unit"),
    ("Symbol", "the type of the unit; a stripe at the left edge is the colour of its formation"),
)
STEPS = ("Dots", "one for each step; a hollow one is lost. A band across the counter: it has lost steps")


def counter_legend(document: ScenarioDocument) -> Iterator[Block]:
    """Blocks of the key to the map; nothing in a scenario without units."""
    maker = FaceMaker(document)
    titles = {kind.key: kind.title or kind.key for kind in document.unit_types}
    seen: set[tuple[str, ...]] = set()
    has_steps = False
    examples: list[tuple[Card, Line]] = []
    for unit in in_order(document):
        counter = maker.counters(unit)[0]
        has_steps = has_steps or counter.full_steps > 1
        numbers = printed_numbers(counter)
        names = tuple(name for name, _ in numbers)
        if numbers and names not in seen:
            seen.add(names)
            said = ", ".join(f"{name} {value}" for name, value in numbers)
            card = Card(maker.face(unit), unit.name, titles.get(unit.type, unit.type), "")
            examples.append((card, Line("-".join(value for _, value in numbers), said)))
    if not document.units:
        return
    yield Heading("On the counters", note="numbers from left to right", level=2)
    for mark, words in (*COMMON, *((STEPS,) if has_steps else ())):
        yield Line(mark, words)
    for card, line in examples:
        yield (card,)
        yield line


def _stands_for(printed: str, rating: str) -> bool:
    """Is it a part of a rating, or the first letters of its word?"""
    is_part = printed in rating.replace("/", " ").split()
    return is_part or (printed.isalpha() and rating.casefold().startswith(printed.casefold()))


def printed_numbers(counter: Counter) -> list[tuple[str, str]]:
    """The ratings on the face of a counter in the order in which they are printed, with their names."""
    left = [(name, value) for name, value in counter.ratings if value]
    if not counter.printed:
        return [(name, value) for name, value in left if len(value) <= LONGEST_RATING]
    found = []
    for value in counter.printed:
        if 0 < len(value) <= LONGEST_RATING:
            known = next((one for one in left if one[1] == value), None)
            known = known or next((one for one in left if _stands_for(value, one[1])), None)
            if known is not None:
                left.remove(known)
            found.append((known[0] if known is not None else "rating", value))
    return found
