"""The loader of charts: typed, complete, once, and with what a scenario changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.bad_input import BadInput
from engine.catalogue import chart_book
from engine.catalogue.chart_book import ChartBook, read_chart
from engine.mechanics.chart import Chart, not_given
from tests.engine.catalogue.samples import small_document

TEXT = """name = "rally"
title = "Rally"
provenance = "partly"
why = "The numbers are printed, the names are ours."
[success]
poor = 4
good = 7
"""


class Rally(Chart):
    success: Mapping[str, int]

    def faults(self) -> Iterator[str]:
        yield from not_given(self.success, ("good", "poor"), "success")


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> type[Any]:
    class Charts(ChartBook):
        key = "xyz"
        rally: Rally

    folder = tmp_path / "charts" / "xyz"
    folder.mkdir(parents=True)
    (folder / "rally.toml").write_text(TEXT)
    (folder / "reference.toml").write_text("what = 1")
    monkeypatch.setattr(chart_book, "FOLDER", tmp_path)
    return Charts


def test_files_are_read_once_into_records(book: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(book.texts()) == {"rally", "reference"}
    assert book.printed().rally.success == {"poor": 4, "good": 7}
    monkeypatch.setattr(chart_book, "FOLDER", Path("nowhere"))
    assert book.printed() is book.printed() and book.printed().rally is book().rally


def test_a_file_is_read_when_it_is_needed(book: type[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chart_book, "FOLDER", Path("nowhere"))
    charts = book.printed()
    with pytest.raises(AttributeError):
        charts.reference  # noqa: B018
    with pytest.raises(FileNotFoundError):
        charts.rally  # noqa: B018


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ("[success]", 'surprise = "?"\n[success]', "unknown entry"),
        ('title = "Rally"\n', "", "lacks title"),
        ('"partly"', '"hearsay"', "a provenance .partly, reconstructed, rulebook"),
        ('name = "rally"', 'name = "retreat"', "its own name"),
        ("poor = 4\n", "", "success should be given for exactly good, poor; correct it"),
        ("poor = 4", 'poor = "four"', "rally"),
        ("[success]", "[success", "Chart rally"),
    ],
)
def test_nothing_mistaken_gets_past_it(right: str, wrong: str, why: str) -> None:
    assert right in TEXT
    with pytest.raises(BadInput, match=why):
        read_chart(Rally, TEXT.replace(right, wrong), "rally")


def test_a_scenario_changes_a_chart_and_the_printed_one_stays(book: type[Any]) -> None:
    plain = small_document()
    assert book.changed_by(plain) is book.printed()
    changed = replace(plain, data={**plain.data, "charts": {"rally": {"success": {"poor": 5}}}})
    assert book.changed_by(changed).rally.success == {"poor": 5, "good": 7}
    assert book.printed().rally.success == {"poor": 4, "good": 7}


def test_a_change_is_judged(book: type[Any]) -> None:
    book.check("rally", {"success": {"poor": 5}})
    with pytest.raises(BadInput, match="success should be given"):
        book.check("rally", {"success": {"bad": 5}})
    with pytest.raises(BadInput, match="no chart 'reference'"):
        book.check("reference", {})
