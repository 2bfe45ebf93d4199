"""The quick reader gives what the TOML reader gives, whatever it is given."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path

import pytest

from engine.catalogue import toml_reader
from resources import FOLDER

AS_WE_WRITE_IT = f"""format = "x"
long = "{"0101 " * 14}"
name = [
    {{id = "a", b = 1, c = [1, 2], d = {{e = true, f = -1.5}}}},
    {{id = "b, c = d", b = 2}},
]
[map]
features = [
    {{hexes = "0101 0102", kind = "town"}},
]
text = \"\"\"
q = [
    {{a = 1}},
]
\"\"\"
empty = \"\"\"
\"\"\"
[[map.sides]]
hexes = \"\"\"
0101 0102
0103
\"\"\"
"""
SIGNS = "{}[],=\"\\ \n ab1.-_:/'#tnuINfae\t0\r\x01\x7f\u2400"


def read(reader: object, text: str) -> str:
    try:
        return repr(reader.loads(text))  # type: ignore[attr-defined]
    except (ValueError, RecursionError):
        return "no TOML"


def test_what_we_write_is_read_without_the_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    expected, seen = tomllib.loads(AS_WE_WRITE_IT), []
    slow = tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: seen.append(text) or slow(text))
    assert toml_reader.loads(AS_WE_WRITE_IT) == expected
    assert "0102" not in seen[0], "rows and long texts were taken out"
    assert len(seen) == 1


def test_our_own_files() -> None:
    files = [*FOLDER.glob("scenarios/*.toml"), *FOLDER.glob("maps/*.toml"), *FOLDER.glob("charts/*/*.toml")]
    assert len(files) > 40
    for file in map(Path, files):
        text = file.read_text(encoding="utf-8")
        assert repr(toml_reader.loads(text)) == repr(tomllib.loads(text)), file


@pytest.mark.parametrize("seed", range(4))
def test_damaged_text(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(1000):
        signs = list(AS_WE_WRITE_IT)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(signs))
            match chance.randrange(3):
                case 0:
                    signs[at] = chance.choice(SIGNS)
                case 1:
                    signs.insert(at, chance.choice(SIGNS))
                case _:
                    del signs[at : at + chance.randint(1, 4)]
        text = "".join(signs)
        assert read(toml_reader, text) == read(tomllib, text), text


@pytest.mark.parametrize(
    "rows",
    [
        "{a = NaN}",
        "{a = Infinity}",
        "{a = nan}",
        '{a = "\\/"}',
        '{a = "\\ud800"}',
        "{a = 1, a = 2}",
        "{a.b = 1}",
        "{1a = 1}",
        "{a = [1, 2,]}",
        "{a = 0x10}",
        "{a = 1_000}",
        "{a = 2024-01-01}",
        "{a = 'x'}",
        '{"a" = 1}',
        '{"a": 1}',
        "{a = null}",
        "{null = 1}",
        "{a = 07:32:00}",
        "{}",
        "1",
    ],
)
def test_what_json_and_toml_read_differently(rows: str) -> None:
    text = f"x = [\n    {rows},\n]\n"
    assert read(toml_reader, text) == read(tomllib, text)


def test_a_text_with_our_mark_in_it() -> None:
    text = 'a = "\u2400taken out 0"\nb = [\n    {c = 1},\n]\n'
    assert toml_reader.loads(text) == tomllib.loads(text)


def test_rows_inside_a_text_are_text() -> None:
    text = 'a = """\nsay "x":\nb = [\n    {c = 1},\n]\n"""\n'
    assert toml_reader.loads(text) == tomllib.loads(text) == {"a": 'say "x":\nb = [\n    {c = 1},\n]\n'}
