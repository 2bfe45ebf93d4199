"""A foreign map with its pieces as a game without rules: its own sides, dice and decks, played at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from editor.document.keys import new_key
from editor.importers.foreign_map import ForeignMap, Piece
from engine.bad_input import BadInput
from engine.catalogue.document import Plain, Side
from engine.catalogue.own_art import art_of, with_art, with_picture_file
from engine.catalogue.plain_data import plain, write
from engine.catalogue.table_parts import TABLE, TableParts, table_parts
from engine.mechanics.plural import counted

NOBODY: Final = "nobody"
COLOURS: Final = (
    *("#a8453a", "#5a76a6", "#6d8a4e", "#a98b3d"),
    *("#7a5a8c", "#4f8a8b", "#8c5a3c", "#5d6a72"),
)
FEWEST, MOST = 2, 8


def sides_of(foreign: ForeignMap, usual: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides that the file names, or else its palettes; with one that owns what belongs to nobody."""
    names = list(foreign.sides)
    if not FEWEST <= len(names) <= MOST:
        names = list(dict.fromkeys(group.partition(" / ")[0] for group in foreign.groups() if " / " in group))
    if not FEWEST <= len(names) <= MOST:
        found = list(usual)
    else:
        found, taken = [], {NOBODY}
        for name, colour in zip(names, COLOURS, strict=False):
            found.append(Side(new_key(name, taken), name, colour))
            taken.add(found[-1].key)
    if foreign.pieces:
        found.append(Side(NOBODY, "Nobody", "#8c8577", {"plays": False}))
    return tuple(found)


def with_parts(data: Mapping[str, Plain], added: TableParts) -> dict[str, Plain]:
    """The data of a scenario with dice and decks of the file besides its own."""
    try:
        own = table_parts(data)
    except BadInput:
        own = TableParts()
    added_dice = {part.key: part for part in added.dice}
    dice = {**added_dice, **{part.key: part for part in own.dice}}
    taken = own.keys() | added_dice.keys()
    decks, cards = list(own.decks), list(own.cards)
    for deck in added.decks:
        key = new_key(deck.key, taken)
        taken.add(key)
        decks.append(replace(deck, key=key))
        cards += (replace(card, deck=key) for card in added.cards if card.deck == deck.key)
    joined = replace(own, dice=tuple(dice.values()), decks=tuple(decks), cards=tuple(cards))
    return {**data, TABLE: plain(write(joined), TABLE)}


def with_counter_pictures(
    data: Mapping[str, Plain], foreign: ForeignMap, units: Mapping[str, Piece]
) -> tuple[dict[str, Plain], list[str]]:
    """The data of a scenario with the pictures of its counters and cards, and what is left out."""
    try:
        art, keys = art_of(data), {}
        for key, content in foreign.counter_pictures.items():
            art, keys[key] = with_picture_file(art, content)
        fronts = {unit: keys[piece.front] for unit, piece in units.items() if piece.front in keys}
        backs = {unit: keys[piece.back] for unit, piece in units.items() if piece.back in keys}
        cards = {name: keys[key] for name, key in foreign.card_pictures.items() if key in keys}
        whole = dict.fromkeys((*art.whole, *fronts.values(), *backs.values()))
        art = replace(
            art,
            units={**art.units, **fronts},
            backs={**art.backs, **backs},
            cards={**art.cards, **cards},
            whole=tuple(whole),
        )
        return with_art(data, art), []
    except BadInput as bad:
        return dict(data), [f"The pictures of the counters: {bad}"]


def parts_left_behind(foreign: ForeignMap) -> list[str]:
    """What a game with rules of its own does not take over."""
    sentences = []
    if foreign.table.decks:
        titles = ", ".join(deck.title for deck in foreign.table.decks)
        sentences.append(f"Decks of cards and draw piles: {titles[:200]}.")
    if foreign.counter_pictures:
        number = counted(len(foreign.counter_pictures), "picture")
        sentences.append(f"{number} of counters and cards: a game with rules prints its own ratings.")
    if foreign.table.dice:
        sentences.append(f"{counted(len(foreign.table.dice), 'dice button')} of the module.")
    return sentences
