"""A printed chart in which one thing is written wrongly."""

from __future__ import annotations

import pytest

from engine.bad_input import BadInput
from engine.catalogue.chart_book import ChartBook, read_chart


def assert_refused(book: type[ChartBook], name: str, right: str, wrong: str, why: str) -> None:
    """The chart with the wrong words in place of the right ones is not read, and it is said why."""
    text = book.texts()[name]
    assert right in text
    with pytest.raises(BadInput, match=why):
        read_chart(book.kinds()[name], text.replace(right, wrong, 1), name)
