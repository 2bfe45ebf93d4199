"""What a VASSAL module lays on the table besides boards and counters: sides, dice, decks of cards."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator
from typing import Final
from xml.etree.ElementTree import Element

from editor.document.keys import new_key
from editor.importers.vassal.text import Counter
from engine.catalogue.table_parts import OPEN, SECRET, CardPart, DeckPart, DicePart, TableParts

MAX_SIDES: Final = 8
MAX_PARTS: Final = 200
_ROSTER: Final = "VASSAL.build.module.PlayerRoster"
_DICE: Final = "VASSAL.build.module.DiceButton"
DECK: Final = "VASSAL.build.module.map.DrawPile"
_SLOTS: Final = ("VASSAL.build.widget.CardSlot", "VASSAL.build.widget.PieceSlot")

_SEES_ALL: Final = frozenset(("solitaire", "solo", "referee", "moderator", "observer"))
"""Names of VASSAL's own for a player who is none of the sides."""

ReadSlot = Callable[[Element], Counter | None]


def sides_in(root: Element) -> tuple[str, ...]:
    """The sides that players of the module choose from; VASSAL's observers and referees are none of them."""
    entries = (" ".join((entry.text or "").split())[:40] for found in root.iter(_ROSTER) for entry in found)
    sides = (entry for entry in entries if entry and entry.strip("<>").casefold() not in _SEES_ALL)
    return tuple(dict.fromkeys(sides))[:MAX_SIDES]


def parts_in(root: Element, read: ReadSlot) -> TableParts:
    """Dice and decks; `read` reads the counter of a slot."""
    decks: list[DeckPart] = []
    cards: list[CardPart] = []
    for element in list(root.iter(DECK))[:MAX_PARTS]:
        held = Tally(made.name for slot in element.iter() if slot.tag in _SLOTS and (made := read(slot)))
        if held:
            key = new_key(element.get("name") or "deck", {deck.key for deck in decks})
            shown = element.get("faceDown") == "Never" or element.get("drawFaceUp") == "true"
            decks.append(DeckPart(key, element.get("name") or "Deck", OPEN if shown else SECRET))
            cards += (CardPart(key, name, count) for name, count in held.items())
    return TableParts(dice=tuple(_dice(root)), decks=tuple(decks), cards=tuple(cards))


def decks_without_cards(root: Element, parts: TableParts) -> list[str]:
    """The names of draw piles that a game begins with empty."""
    filled = {deck.title for deck in parts.decks}
    return [name for deck in root.iter(DECK) if (name := deck.get("name") or "?") not in filled]


def _dice(root: Element) -> Iterator[DicePart]:
    """The dice buttons; several with the same dice become one."""
    seen: set[str] = set()
    for element in list(root.iter(_DICE))[:MAX_PARTS]:
        number, sides = element.get("nDice") or "1", element.get("nSides") or "6"
        key = f"{number}d{sides}"
        fits = number.isdecimal() and sides.isdecimal() and 1 <= int(number) <= 99 and 1 <= int(sides) <= 999
        if fits and key not in seen:
            seen.add(key)
            title = element.get("name") or element.get("text") or ""
            yield DicePart(f"{int(number)}d{int(sides)}", "" if title == key else title[:40])
