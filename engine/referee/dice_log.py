"""What the log says of the dice: the commitments before the first one falls, the values after the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.referee.event import Event
from engine.referee.fair_seed import Contribution
from engine.referee.refusal import REFEREE


def dice_committed(
    contributions: tuple[Contribution, ...], seal: str, title_of: Callable[[str], str]
) -> Event:
    """What the log says of the dice before the first one falls."""
    if not contributions:
        text = f"Seed given: these dice can be known in advance; their seal is {seal}"
        return Event("SeedCommitted", text, REFEREE)
    given = " and ".join(f"{title_of(each.side)} committed {each.commitment}" for each in contributions)
    text = f"Each side gave a value to the dice: {given}; the seal of the dice is {seal}"
    return Event("SeedCommitted", text, REFEREE)


def dice_opened(contributions: tuple[Contribution, ...], title_of: Callable[[str], str]) -> Iterator[Event]:
    """What the log says of the dice when the game is over: everybody can check the commitments."""
    for each in contributions:
        how = f"the word “{each.value}”" if each.typed else f"the drawn value {each.value}"
        text = f"{title_of(each.side)} gave {how} to the dice, with the salt {each.salt}"
        yield Event("SeedOpened", f"{text}; it was committed as {each.commitment}", REFEREE)
