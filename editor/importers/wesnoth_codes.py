"""Plain words for the terrain codes of Wesnoth, by longest known prefix."""

from __future__ import annotations

from typing import Final

BASES: Final = {
    "A": "clear snow",
    "Ai": "ice",
    "C": "castle",
    "D": "desert",
    "G": "clear",
    "H": "hill",
    "I": "clear floor",
    "K": "keep",
    "M": "mountain",
    "Q": "chasm impassable",
    "Ql": "lava impassable",
    "R": "clear",
    "Rp": "clear road",
    "Rr": "clear road",
    "S": "marsh",
    "T": "mushrooms rough",
    "U": "rough cave",
    "Ur": "clear cave",
    "W": "water",
    "Wo": "deep water sea",
    "Ww": "shallow water",
    "Wwf": "ford shallow water",
    "Wwr": "reef water",
    "X": "impassable",
    "Xv": "void impassable",
    "_off": "",
}
"""Base terrains."""
OVERLAYS: Final = {
    "B": "bridge",
    "D": "rough",
    "E": "decoration",
    "F": "woods",
    "Fda": "woods",
    "G": "decoration",
    "Ii": "decoration",
    "K": "keep",
    "Ko": "keep",
    "C": "castle",
    "P": "gate",
    "T": "mushrooms rough",
    "U": "rough",
    "V": "village",
    "W": "mill",
    "X": "impassable",
    "Xm": "mountain impassable",
    "_fme": "edge of the fog",
    "_usr": "",
}
"""Overlays."""
TAKES_OVER: Final = ("F", "X", "T", "D", "_usr")
"""Overlays that replace the terrain of the whole hex."""
OFF_MAP: Final = "_off"


def meaning(code: str, known: dict[str, str]) -> str:
    """The plain words for a code; "" if unknown."""
    return next((known[code[:n]] for n in range(len(code), 0, -1) if code[:n] in known), "")
