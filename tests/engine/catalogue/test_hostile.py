"""Damaged catalogues and scenario files: one error type with one sentence, and never a changed file."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bad_input import BadInput
from engine.catalogue import build, store, toml_text
from engine.catalogue.check import check
from engine.catalogue.game_store import GameStore, Snapshot, StoredAction
from engine.catalogue.scenario_text import dumps, dumps_map, load_file, loads, loads_map, map_key_of
from tests.engine.catalogue.samples import small_document

CATALOGUES = 150
"""Damaged copies for each of the seeds below."""
TEXTS = 150


def flip_bits(whole: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(whole)
    for _ in range(chance.choice((1, 1, 2, 8, 64))):
        damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
    return bytes(damaged)


def flip_the_header(whole: bytes, chance: random.Random) -> bytes:
    return flip_bits(whole[:200], chance) + whole[200:]


def truncate(whole: bytes, chance: random.Random) -> bytes:
    return whole[: chance.randrange(len(whole))]


def blank_a_stretch(whole: bytes, chance: random.Random) -> bytes:
    start, length = chance.randrange(len(whole)), chance.randrange(1, 5000)
    return whole[:start] + bytes(len(whole[start : start + length])) + whole[start + length :]


def swap_two_pages(whole: bytes, chance: random.Random) -> bytes:
    pages = [whole[at : at + 4096] for at in range(0, len(whole), 4096)]
    a, b = chance.randrange(len(pages)), chance.randrange(len(pages))
    pages[a], pages[b] = pages[b], pages[a]
    return b"".join(pages)


def repeat_a_stretch(whole: bytes, chance: random.Random) -> bytes:
    start, length = chance.randrange(len(whole)), chance.randrange(1, 400)
    return whole[:start] + whole[start : start + length] * 2 + whole[start + length :]


def drop_a_stretch(whole: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(whole))
    return whole[:start] + whole[start + chance.randrange(1, 60) :]


def insert_words(whole: bytes, chance: random.Random) -> bytes:
    words = (
        b"[",
        b"]]",
        b"{",
        b'"""',
        b"9" * 30,
        b"1e999",
        b"\x00",
        b"\xff",
        b"nan",
        b"0/0",
        b"\n[map]\n",
        b"true",
    )
    start = chance.randrange(len(whole))
    return whole[:start] + chance.choice(words) + whole[start:]


Damage = Callable[[bytes, random.Random], bytes]
TO_FILES: tuple[Damage, ...] = (
    flip_bits,
    flip_bits,
    flip_the_header,
    truncate,
    blank_a_stretch,
    swap_two_pages,
)
TO_TEXTS: tuple[Damage, ...] = (
    flip_bits,
    truncate,
    repeat_a_stretch,
    drop_a_stretch,
    insert_words,
    blank_a_stretch,
)


@pytest.fixture(scope="module")
def whole_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A catalogue as it is shipped, and one as it is used, with a saved game."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "samer.toml").write_text(dumps(small_document()))
    build.build(folder / "shipped.db", folder)
    with store.open(folder / "used.db", create=True) as catalogue:
        catalogue.save(small_document())
        log = GameStore(catalogue).begin("evening", game="toy", scenario="samer", header={"seed": "1"})
        played = (StoredAction("blue", f"move hex {number}", f"{number:x}") for number in range(40))
        log.rewrite(0, *played, snapshot=Snapshot('{"turn": 3}', {"seed": "1"}))
    return (folder / "shipped.db").read_bytes(), (folder / "used.db").read_bytes()


def look_at_everything(path: Path, read_only: bool) -> bool:
    """Read all that a catalogue holds; whether any of it was refused."""
    refused = False
    try:
        with store.open(path, read_only=read_only) as catalogue:
            games = GameStore(catalogue)
            asked: list[Callable[[], object]] = [catalogue.games, catalogue.maps, games.list]
            try:
                asked += [lambda key=entry.key: check(catalogue.load(key)) for entry in catalogue.list()]  # type: ignore[misc]
                asked += [lambda name=entry.name: games.load(name) for entry in games.list()]  # type: ignore[misc]
            except BadInput as problem:
                refused = one_sentence(problem)
            for ask in asked:
                try:
                    ask()
                except BadInput as problem:
                    refused = one_sentence(problem)
    except BadInput as problem:
        refused = one_sentence(problem)
    return refused


def one_sentence(problem: BadInput) -> bool:
    said = str(problem)
    assert said and "\n" not in said and len(said) < 600, said
    return True


@pytest.mark.parametrize("seed", range(5))
def test_damaged_catalogues(whole_files: tuple[bytes, bytes], tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    refused = 0
    for number in range(CATALOGUES):
        damage = TO_FILES[number % len(TO_FILES)]
        path = tmp_path / f"{number}.db"
        damaged = damage(chance.choice(whole_files), chance)
        path.write_bytes(damaged)
        refused += look_at_everything(path, read_only=chance.random() < 0.3)
        assert path.read_bytes() == damaged, (
            f"{damage.__name__} {number} of seed {seed}: the file was changed"
        )
        assert [found.name for found in tmp_path.iterdir()] == [path.name]
        path.unlink()
    assert refused > CATALOGUES // 2


def test_a_damaged_write_ahead_log(whole_files: tuple[bytes, bytes], tmp_path: Path) -> None:
    """A log left by a crash may be damaged too; what is lost are its last changes, never the file."""
    source = tmp_path / "source" / "club.db"
    source.parent.mkdir()
    source.write_bytes(whole_files[1])
    chance = random.Random(7)
    with store.open(source) as catalogue:
        catalogue.delete("samer")
        logged = source.with_name("club.db-wal").read_bytes()
        before = source.read_bytes()
    for number in range(60):
        path = tmp_path / f"{number}" / "club.db"
        path.parent.mkdir()
        path.write_bytes(before)
        path.with_name("club.db-wal").write_bytes(
            (flip_bits, truncate, blank_a_stretch)[number % 3](logged, chance)
        )
        try:
            with store.open(path) as catalogue:
                assert [entry.key for entry in catalogue.list()] in ([], ["samer"])
        except BadInput as problem:
            one_sentence(problem)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_scenario_files(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    sources = (dumps(small_document()).encode(), dumps(small_document(), map_by_key=True).encode())
    refused = 0
    path = tmp_path / "scenario.toml"
    for number in range(TEXTS):
        damaged = TO_TEXTS[number % len(TO_TEXTS)](chance.choice(sources), chance)
        path.write_bytes(damaged)
        try:
            document = load_file(path, {"liane": small_document().map})
        except BadInput as problem:
            refused += one_sentence(problem)
        else:
            assert loads(dumps(document)) == document
            check(document)
        assert path.read_bytes() == damaged
    assert refused > TEXTS // 4


@pytest.mark.parametrize("seed", range(2))
def test_damaged_map_files(seed: int) -> None:
    chance = random.Random(seed)
    source = dumps_map(small_document().map).encode()
    for number in range(TEXTS):
        damaged = TO_TEXTS[number % len(TO_TEXTS)](source, chance).decode(errors="replace")
        try:
            sheet = loads_map(damaged)
        except BadInput as problem:
            one_sentence(problem)
        else:
            assert loads_map(dumps_map(sheet)) == sheet


WRONG: tuple[Any, ...] = (
    0,
    -1,
    2**60,
    1.5,
    True,
    "",
    "0101",
    "a/b",
    "x y",
    [],
    [[]],
    [0],
    [""],
    {},
    {"": ""},
    {"a": [1]},
)


def put_something_wrong(whole: Any, chance: random.Random) -> Any:
    """The same tables with one entry exchanged for another kind of thing, dropped or doubled."""
    if not isinstance(whole, (dict, list)) or not whole or chance.random() < 0.12:
        return chance.choice(WRONG)
    if isinstance(whole, list):
        at = chance.randrange(len(whole))
        return [*whole[:at], put_something_wrong(whole[at], chance), *whole[at + chance.randrange(2) :]]
    name = chance.choice(list(whole))
    changed = {**whole, name: put_something_wrong(whole[name], chance)}
    if chance.random() < 0.1:
        changed[chance.choice((name + "s", "kind", "hexes", "data"))] = changed.pop(name)
    return changed


@pytest.mark.parametrize("seed", range(3))
def test_well_formed_files_with_something_wrong_in_them(seed: int) -> None:
    chance = random.Random(seed)
    whole = toml_text.parse(dumps(small_document()), "it")
    refused = 0
    for _ in range(TEXTS):
        tables = put_something_wrong(whole, chance)
        if not isinstance(tables, dict):
            continue
        source = "".join(
            f"{toml_text.key(name)} = {toml_text.inline(item)}\n" for name, item in tables.items()
        )
        try:
            document = loads(source)
        except BadInput as problem:
            refused += one_sentence(problem)
        else:
            assert loads(dumps(document)) == document
            check(document)
    assert refused > TEXTS // 3


@given(st.text())
def test_any_text_at_all(source: str) -> None:
    for read in (loads, loads_map, map_key_of):
        try:
            read(source)
        except BadInput as problem:
            one_sentence(problem)


@pytest.mark.parametrize(
    "source",
    [
        'format = "startline scenario 1"\nmap = ' + "[" * 5000,
        'format = "startline scenario 1"\nkey = ' + "{a=" * 3000,
        'format = "startline scenario 1"\nminutes = ' + "9" * 5000,
        'format = "startline map 1"\n' + "a." * 3000 + "b = 1",
        (
            'format = "startline map 1"\nkey = "k"\ntitle = "t"\ngrid = {orientation = "flat", '
            'stagger = "odd",'
            " columns = 500, rows = 500}\nterrain = '''0101 x'''"
        ),
    ],
)
def test_texts_made_to_break_a_reader(source: str) -> None:
    for read in (loads, loads_map):
        with pytest.raises(BadInput):
            read(source)
