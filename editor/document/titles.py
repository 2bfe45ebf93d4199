"""Records by title: what an author reads and writes in place of keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain


def key_of(words: str, titles: Mapping[str, str]) -> str:
    """The key of the record with this title; the words themselves if they are a key, or not known."""
    words = words.strip()
    if words in titles:
        return words
    wanted = words.casefold()
    by_title = (key for key, title in titles.items() if title.casefold() == wanted)
    by_key = (key for key in titles if key.casefold() == wanted)
    return next(chain(by_title, by_key), words)


def distinct_titles(titles: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Titles by key: of two equal ones each with its key, of a missing one the key."""
    listed = [(key, title or key) for key, title in titles]
    counts = Counter(title for _, title in listed)
    return {key: title if counts[title] == 1 else f"{title} ({key})" for key, title in listed}
