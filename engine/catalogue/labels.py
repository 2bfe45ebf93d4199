"""What its author notes about a scenario: whether it is a draft, and tags to find it by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.catalogue.plain_data import Plain

DRAFT: Final = "draft"
TAGS: Final = "tags"
"""The names of these notes in the data of a scenario."""


def is_draft(data: Mapping[str, Plain]) -> bool:
    """A draft is not offered for play."""
    return data.get(DRAFT) is True


def tags_of(data: Mapping[str, Plain]) -> tuple[str, ...]:
    """The tags, each once, in their order; whatever is no list of words counts as none."""
    found = data.get(TAGS, ())
    words = (str(tag).strip() for tag in found) if isinstance(found, tuple | list) else iter(())
    return tuple(dict.fromkeys(word.replace(",", " ") for word in words if word))


def with_labels(data: Mapping[str, Plain], draft: bool, tags: Iterable[str]) -> dict[str, Plain]:
    """The data of a scenario with these notes; "ready" and "no tags" are not written down."""
    found = {name: value for name, value in data.items() if name not in (DRAFT, TAGS)}
    listed = tags_of({TAGS: tuple(tags)})
    return {**found, **({DRAFT: True} if draft else {}), **({TAGS: listed} if listed else {})}
