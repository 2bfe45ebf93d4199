"""Keys for new records."""

from __future__ import annotations

from collections.abc import Collection


def new_key(title: str, taken: Collection[str]) -> str:
    """A short unused key derived from a title."""
    letters = "".join(sign if sign.isalnum() else " " for sign in title.lower())
    return free_key("-".join(letters.split()) or "new", taken)


def free_key(wanted: str, taken: Collection[str]) -> str:
    """The wanted key, with a number appended if it is taken."""
    key, number = wanted, 2
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    return key
