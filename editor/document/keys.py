"""Keys for new records."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final


def new_key(title: str, taken: Collection[str]) -> str:
    """A short unused key derived from a title."""
    letters = "".join(sign if sign.isalnum() else " " for sign in title.lower())
    return free_key("-".join(letters.split()) or "new", taken)


def next_id(like: str, taken: Collection[str]) -> str:
    """An id for a copy: us-1-39 gives us-1-39-b, and that gives us-1-39-c; behind z come numbers."""
    stem, _, last = like.rpartition("-")
    if not stem or not (len(last) == 1 and last in _LETTERS):
        stem = like
    for letter in _LETTERS:
        if f"{stem}-{letter}" not in taken:
            return f"{stem}-{letter}"
    return free_key(stem, taken)


_LETTERS: Final = "bcdefghijklmnopqrstuvwxyz"


def free_key(wanted: str, taken: Collection[str]) -> str:
    """The wanted key, with a number appended if it is taken."""
    key, number = wanted, 2
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    return key
