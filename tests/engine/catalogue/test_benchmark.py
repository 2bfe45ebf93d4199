"""The benchmark compares like with like: both stores hold the same content in the same layout."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from engine.catalogue import store
from tests.benchmarks.bench_catalogue import (
    PlainStore,
    bench_append,
    bench_load,
    bench_save,
    catalogue_file,
    plain_content,
)
from tests.engine.catalogue.samples import large_document


def test_the_reference_keeps_the_same_content(tmp_path: Path) -> None:
    document = large_document()
    assert (len(document.map.terrain), len(document.units)) == (4800, 600)
    assert len(document.map.hexsides) > 14000
    content = plain_content(document)
    reference = PlainStore(catalogue_file(tmp_path, "plain.db"))
    reference.save(content)
    reference.save(content)
    found = reference.load()
    assert found["terrain"] == content["terrain"]
    assert found["units"] == content["units"]
    assert {side: [tuple(feature) for feature in here] for side, here in found["hexsides"].items()} == {
        side: list(here) for side, here in content["hexsides"].items()
    }
    reference.database.close()


def test_both_fill_the_same_tables(tmp_path: Path) -> None:
    document = large_document()
    ours, plain = catalogue_file(tmp_path, "ours.db"), catalogue_file(tmp_path, "plain.db")
    with store.open(ours) as catalogue:
        catalogue.save(document)
    reference = PlainStore(plain)
    reference.save(plain_content(document))
    reference.database.close()
    for table in ("units", "formations", "setups", "schedule"):
        assert _count(ours, table) == _count(plain, table) > 0


def _count(path: Path, table: str) -> int:
    with closing(sqlite3.connect(path)) as database, database:
        (found,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()
    database.close()
    return int(found)


def test_the_benchmarks_run(tmp_path: Path) -> None:
    for number, bench in enumerate((bench_save, bench_load)):
        folder = tmp_path / str(number)
        folder.mkdir()
        pair = bench(folder)
        pair.ours()
        pair.reference()
        assert pair.most > 1
    append, seconds = bench_append(tmp_path)
    assert [append(), append()] == [1, 2]
    assert seconds == 0.001
