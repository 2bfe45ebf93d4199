"""Keys for new records."""

from __future__ import annotations

import pytest

from editor.document.keys import free_key, new_key


@pytest.mark.parametrize(
    ("title", "taken", "key"),
    [
        ("The Start Line", (), "the-start-line"),
        ("Hill 112, July 1944", (), "hill-112-july-1944"),
        ("north", {"north", "north-2"}, "north-3"),
        (" … ", (), "new"),
    ],
)
def test_a_key_is_made_of_a_title(title: str, taken: set[str], key: str) -> None:
    assert new_key(title, taken) == key


def test_a_free_key_stays() -> None:
    assert free_key("R1", {"R2"}) == "R1" and free_key("R1", {"R1"}) == "R1-2"
