"""Of what VASSAL draws a counter: its own picture, layers and labels, also those of prototypes.

A trait of a counter is a list of words; the numbers below are the places of these words in the lists that
VASSAL 3.7 writes. What a layer shows at the moment is written apart, in the state of the trait.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from msgspec import Struct

from editor.importers.vassal.labels import TextLabel, is_worked_out, label_of, properties_of
from editor.importers.vassal.text import MAX_TRAITS, Counter, definition, split

_PROTOTYPE: Final = "VASSAL.build.module.PrototypeDefinition"
_LAYER, _OLD_LAYER, _USES = "emb2;", "emb;", "prototype;"
_COMMANDS: Final = (0, 3, 6, 18)
"""The names of the commands of a layer, and its own name."""
_KEY, _X, _Y, _IMAGES, _VERSION, _ALWAYS, _SCALE = 2, 13, 14, 15, 24, 25, 30
_OLD_KEY, _OLD_X, _OLD_Y, _OLD_IMAGES = 0, 6, 7, 8
_FLIPS: Final = re.compile(r"flip|step|reduc|back|side|loss|full|turn over", re.IGNORECASE)
MAX_DEPTH: Final = 12
"""Prototypes inside prototypes."""
LARGEST_OFFSET: Final = 2000

Trait = tuple[str, str]
"""A trait of a counter and its state."""


class Image(Struct, frozen=True):
    """A picture file, the place of its middle on the counter, and its scale."""

    file: str
    x: int = 0
    y: int = 0
    scale: float = 1.0


class Layer(Struct, frozen=True):
    """The levels of a layer; `level` is the one shown, -1 for none. At rest it shows the first or none."""

    levels: tuple[Image | None, ...]
    level: int
    can_be_off: bool
    words: str = ""

    @property
    def rest(self) -> int:
        """The level of an untouched counter."""
        return -1 if self.can_be_off else 0

    @property
    def other(self) -> int:
        """The level that a flipped counter shows: the present one if it is another, else the next."""
        return self.level if self.level != self.rest else self.rest + 1

    def image(self, level: int) -> Image | None:
        return self.levels[level] if 0 <= level < len(self.levels) else None


class Drawing(Struct, frozen=True):
    """What a counter is drawn with: its own picture, and layers and labels from the lowest to the highest."""

    picture: str
    parts: tuple[Layer | TextLabel, ...]
    without_label: bool = False
    """Does a label say something that must be worked out?"""

    def flips(self) -> Iterator[Layer]:
        """The layers that may be the back of the counter, those that say so first."""
        layers = [part for part in self.parts if isinstance(part, Layer)]
        able = [layer for layer in layers if layer.image(layer.other) is not None]
        yield from sorted(able, key=lambda layer: not _FLIPS.search(layer.words))

    def images(self, flip: Layer | None, is_back: bool) -> Iterator[Image | TextLabel]:
        """The pictures and labels of one side, the lowest first."""
        if self.picture:
            yield Image(self.picture)
        for layer in self.parts:
            if isinstance(layer, TextLabel):
                yield layer
                continue
            level = layer.level if layer is not flip else layer.other if is_back else layer.rest
            found = layer.image(level)
            if found is not None:
                yield found


def prototypes_in(root: Element) -> dict[str, list[Trait]]:
    """The traits of each prototype of the module, the outermost first."""
    found: dict[str, list[Trait]] = {}
    for element in root.iter(_PROTOTYPE):
        read = definition(element.text or "")
        if read is not None:
            found[element.get("name") or ""] = list(zip(*read, strict=False))
    return found


def drawing_of(counter: Counter, prototypes: Mapping[str, Sequence[Trait]]) -> Drawing:
    """What VASSAL draws for a counter; where it uses a prototype, the traits of the prototype."""
    traits = list(_expanded(counter.traits, prototypes, MAX_DEPTH))[:MAX_TRAITS]
    properties = properties_of(counter.name, traits)
    parts = (_layer(*trait) or label_of(*trait, properties) for trait in reversed(traits))
    return Drawing(
        counter.picture,
        tuple(part for part in parts if part is not None),
        any(is_worked_out(*trait) for trait in traits),
    )


def _expanded(
    traits: Iterable[Trait], prototypes: Mapping[str, Sequence[Trait]], depth: int
) -> Iterator[Trait]:
    for kind, state in traits:
        yield kind, state
        if kind.startswith(_USES) and depth:
            name = (*split(kind, ";"), "")[1]
            yield from _expanded(prototypes.get(name, ()), prototypes, depth - 1)


def _layer(kind: str, state: str) -> Layer | None:
    """The layer of a trait; None if it is another trait or has no pictures."""
    if kind.startswith(_LAYER):
        words = split(kind.removeprefix(_LAYER), ";")
        files = split(_word(words, _IMAGES), ",")
        is_new = _word(words, _VERSION) not in ("", "0")
        can_be_off = _word(words, _ALWAYS) == "false" if is_new else bool(_word(words, _KEY))
        x, y, scale = _number(words, _X), _number(words, _Y), _scale(_word(words, _SCALE))
        called = " ".join(_word(words, at) for at in _COMMANDS)
    elif kind.startswith(_OLD_LAYER):
        words = split(kind.removeprefix(_OLD_LAYER), ";")
        files = [_word(split(word, ","), 0) for word in words[_OLD_IMAGES:]]
        can_be_off = bool(_word(words, _OLD_KEY))
        x, y, scale = _number(words, _OLD_X), _number(words, _OLD_Y), 1.0
        called = " ".join(words[1:_OLD_X])
    else:
        return None
    if not any(files):
        return None
    value = _state(state, -1 if can_be_off else 1)
    levels = tuple(Image(file, x, y, scale) if file else None for file in files)
    return Layer(levels, min(value, len(levels)) - 1 if value > 0 else -1, can_be_off, called)


def _word(words: Sequence[str], at: int) -> str:
    return words[at] if at < len(words) else ""


def _number(words: Sequence[str], at: int) -> int:
    word = _word(words, at)
    found = int(word) if re.fullmatch(r"-?\d{1,6}", word) else 0
    return max(-LARGEST_OFFSET, min(LARGEST_OFFSET, found))


def _scale(word: str) -> float:
    found = float(word) if re.fullmatch(r"\d{1,3}(\.\d{1,9})?", word) else 1.0
    return found if 0.01 <= found <= 20 else 1.0


def _state(word: str, usual: int) -> int:
    """The level in the state of a layer, counted from 1; a negative one is switched off."""
    first = split(word, ";")[0] if word else ""
    return int(first) if re.fullmatch(r"-?\d{1,4}", first) else usual
