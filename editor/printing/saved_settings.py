"""Parses stored settings; invalid values are ignored."""

from __future__ import annotations

from typing import Any

from engine.bad_input import BadInput
from engine.parse_limits import load_json


def stored_settings(text: str) -> dict[str, Any]:
    """The settings by name; empty if the text cannot be read."""
    try:
        found = load_json(text, "The settings")
    except (BadInput, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def number_within(value: object, least: float, most: float) -> float | None:
    """The number if it is within these bounds, else None."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        return None
    return float(value)
