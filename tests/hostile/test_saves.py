"""Damaged saved games: refused with one sentence, or sound after all; the file is never touched."""

from __future__ import annotations

import json
import os
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine import games
from engine.bad_input import BadInput
from engine.referee import encoded_text
from engine.referee.history import SavedStep
from engine.referee.save import LARGEST, from_plain, loads, read, replay, restore, text_seal
from tests.hostile.damage import HOSTILE, ONLY_JSON, ONLY_TOML, as_json, as_toml, damaged, mutated, nested
from tests.hostile.saves import (
    OPENED,
    REFUSED,
    chance_of,
    open_save,
    says_something,
    sound_save,
    sound_session,
    sound_tree,
)

BLOCKS, CASES = 8, 50
MAY_BE_OTHERWISE = ("scenario", "options", "takebacks", "rules_version")
"""Lines of the header that mean something else when they say something else; older rules are replayed."""


def test_the_sound_save_opens(tmp_path: Path) -> None:
    assert open_save(sound_save(), tmp_path / "sound.startline") == OPENED


@pytest.mark.parametrize("block", range(BLOCKS))
def test_bytes_are_damaged(block: int, tmp_path: Path) -> None:
    chance, seen = chance_of(block, "bytes"), Counter[str]()
    for _ in range(CASES):
        seen[open_save(damaged(sound_save(), chance), tmp_path / "damaged.startline")] += 1
    assert seen[REFUSED] > CASES // 2


@pytest.mark.parametrize("block", range(BLOCKS))
def test_values_are_changed(block: int, tmp_path: Path) -> None:
    chance, seen = chance_of(block, "values"), Counter[str]()
    for _ in range(CASES):
        tree = sound_tree()
        for _ in range(chance.choice((1, 1, 2, 5))):
            tree = mutated(tree, chance, HOSTILE + ONLY_JSON)
        seen[open_save(as_json(tree), tmp_path / "changed.startline")] += 1
    assert seen[REFUSED] > CASES // 2


@pytest.mark.parametrize("name", [name for name in sound_tree() if name not in ("snapshot", "actions")])
def test_every_line_of_the_header_is_checked(name: str, tmp_path: Path) -> None:
    for value in HOSTILE + ONLY_JSON:
        tree = sound_tree() | {name: value}
        answer = open_save(as_json(tree), tmp_path / "header.startline")
        older = name == "format" and value == 1 and type(value) is int  # It can be read, too.
        if name not in MAY_BE_OTHERWISE and value != sound_tree()[name] and not older:
            assert answer == REFUSED, f"{name} = {value!r:.60}"


@pytest.mark.parametrize("block", range(BLOCKS // 2))
def test_a_changed_scenario_under_a_forged_seal_raises_nothing_else(block: int) -> None:
    chance, sound = chance_of(block, "scenario"), tomllib.loads(sound_tree()["text"])
    opened = 0
    for _ in range(CASES):
        document = sound
        for _ in range(chance.choice((1, 1, 2))):
            document = mutated(document, chance, HOSTILE + ONLY_TOML)
        text = as_toml(document).decode()
        tree = sound_tree() | {"text": text, "text_seal": text_seal(text)}
        for snapshot in (tree["snapshot"], None):
            try:
                restore(from_plain(tree | {"snapshot": snapshot}), games.game)
                opened += 1
            except BadInput as problem:
                says_something(problem)
    assert opened


@pytest.mark.parametrize("part", range(3))
def test_every_word_of_an_action_is_checked(part: int, tmp_path: Path) -> None:
    """The last action has to fit the snapshot; earlier ones are looked at when somebody looks back."""
    for value in HOSTILE + ONLY_JSON:
        for number in (0, -1):
            tree = sound_tree()
            tree["actions"][number][part] = value
            answer = open_save(as_json(tree), tmp_path / "action.startline")
            if not isinstance(value, str) or (part == 2 and number == -1):
                assert answer == REFUSED, f"{value!r:.60}"


@pytest.mark.parametrize("block", range(BLOCKS // 2))
def test_a_changed_snapshot_does_not_pass_the_digest(block: int, tmp_path: Path) -> None:
    chance, session = chance_of(block, "snapshot"), sound_session()
    codec, path = session.game.codec, tmp_path / "snapshot.startline"
    sound, refused = codec.encode_state(session.state), 0
    for _ in range(CASES):
        tree = sound_tree()
        tree["snapshot"] = mutated(tree["snapshot"], chance, HOSTILE + ONLY_JSON)
        if open_save(as_json(tree), path) == REFUSED:
            refused += 1
            continue
        opened = restore(read(path), games.game)
        assert in_any_order(codec.encode_state(opened.state)) == in_any_order(sound)
    assert refused > CASES // 2


def in_any_order(snapshot: dict[str, dict[str, list[object]]]) -> object:
    """Records that change places in their table are the same records."""
    tables = {name: sorted(map(str, records)) for name, records in snapshot["tables"].items()}
    return snapshot | {"tables": tables}


@pytest.mark.parametrize("block", range(2))
def test_a_forged_digest_raises_nothing_else(block: int) -> None:
    """Whoever computes the digest of a forged position may get it; reading it still breaks nothing."""
    chance, session = chance_of(block, "forged"), sound_session()
    codec, save = session.game.codec, loads(sound_save().decode())
    forged = 0
    for _ in range(CASES):
        snapshot = mutated(save.snapshot, chance, HOSTILE + ONLY_JSON)
        try:
            state = codec.decode_state(snapshot, session.state.scenario, session.game.kinds)
            digest = codec.digest(state, codec.weigh_tables(state))
        except BadInput as problem:
            says_something(problem)
            continue
        last = save.steps[-1]
        entries = (*save.steps[:-1], SavedStep(last.side, last.action, last.auto, digest))
        try:
            restore(replace(save, steps=entries, snapshot=snapshot), games.game)
            forged += 1
        except BadInput as problem:
            says_something(problem)
    assert forged


def hidden(text: str) -> bytes:
    """A save with this in its encoded part."""
    return json.dumps({"startline": "saved game", "format": 2, "hidden": encoded_text.encode(text)}).encode()


NO_SAVES = {
    "empty": b"",
    "nothing": b"null",
    "a number": b"1",
    "a list": b"[]",
    "another table": b"{}",
    "not a text": b"\xff\xfe\x00",
    "zeros": bytes(4096),
    "deep lists": b"[" * 200_000,
    "deep tables": b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
    "a huge number": b'{"startline": "saved game", "format": ' + b"9" * 10_000 + b"}",
    "a newer format": b'{"startline": "saved game", "format": 3}',
    "an odd format": b'{"startline": "saved game", "format": true}',
    "a header alone": b'{"startline": "saved game", "format": 1}',
    "a header of today alone": b'{"startline": "saved game", "format": 2}',
    "an empty hidden part": b'{"startline": "saved game", "format": 2, "hidden": ""}',
    "a hidden number": b'{"startline": "saved game", "format": 2, "hidden": 7}',
    "hidden noise": b'{"startline": "saved game", "format": 2, "hidden": "~AAAA"}',
    "a hidden list": b'{"startline": "saved game", "format": 2, "hidden": ["~", []]}',
    "a hidden nothing": hidden("null"),
    "hidden deep lists": hidden("[" * 200_000),
    "a hidden bomb": hidden(" " * (encoded_text.LARGEST + 1)),
    "a hidden half": hidden("{}")[:-8] + b'"}',
    "a scenario": b'format = "startline scenario 1"\n',
}


@pytest.mark.parametrize("name", NO_SAVES)
def test_what_is_no_save_is_told_so(name: str, tmp_path: Path) -> None:
    assert open_save(NO_SAVES[name], tmp_path / "none.startline") == REFUSED


@pytest.mark.parametrize("depth", [50, 200, 400, 800, 1200, 3000])
def test_deep_values_anywhere_are_refused(depth: int, tmp_path: Path) -> None:
    for name in sound_tree():
        if name != "snapshot":
            text = as_json(sound_tree() | {name: None}).decode()
            deep = "[" * depth + "]" * depth
            data = text.replace(f'"{name}": null', f'"{name}": {deep}').encode()
            assert open_save(data, tmp_path / "deep.startline") == REFUSED, name
    if depth < 500:
        tree = sound_tree()
        for table in tree["snapshot"]["tables"].values():
            for field in table[0]:
                kept, table[0][field] = table[0][field], nested(depth)
                assert open_save(as_json(tree), tmp_path / "deep.startline") == REFUSED
                table[0][field] = kept


def test_paths_that_are_no_files(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    large = tmp_path / "large.startline"
    with large.open("wb") as file:
        file.truncate(LARGEST + 1)
    nowhere = (tmp_path / "missing", tmp_path, loop, pipe, large, Path("/dev/zero"), tmp_path / "a" / "b")
    for path in (*nowhere, tmp_path / ("long" * 100), tmp_path / "null\0byte"):
        with pytest.raises(BadInput) as refused:
            read(path)
        says_something(refused.value)


def test_every_action_of_a_forged_past_is_checked() -> None:
    save = loads(sound_save().decode())
    for number in range(1, len(save.steps) + 1, 5):
        entry = save.steps[number - 1]
        forged = SavedStep(entry.side, entry.action, entry.auto, "0" * 12)
        entries = (*save.steps[: number - 1], forged, *save.steps[number:])
        with pytest.raises(BadInput, match=f"Action {number} no longer leads where it did"):
            replay(replace(save, steps=entries), games.game("toy"))
