"""The same seed plays the same game in another process, whatever order its sets and hashes come in."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.contract.sample import Sample, all_scenarios, begin, play

ACTIONS = 80
SEEDS = ("one", "two", "three", "four")
ROOT = Path(__file__).parents[2]


def digests() -> dict[str, list[str]]:
    """The digests of the first actions of every scenario."""
    found = {}
    for key, scenario in all_scenarios():
        for seed in SEEDS:
            session = play(begin(key, scenario, seed), ACTIONS, seed)
            found[f"{key} {scenario} {seed}"] = [session.history.digest(at) for at in range(len(session) + 1)]
    return found


def in_another_process(hash_seed: str) -> dict[str, list[str]]:
    """The same, in an interpreter that orders its sets differently."""
    code = "import json; from tests.contract.test_determinism import digests; print(json.dumps(digests()))"
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_every_process_plays_the_same_game() -> None:
    one = in_another_process("1")
    assert one
    for hash_seed in ("2", "3"):
        other = in_another_process(hash_seed)
        assert one.keys() == other.keys()
        for name in one:
            same = [a == b for a, b in zip(one[name], other[name], strict=False)]
            assert one[name] == other[name], f"{name}: the games differ after {same.index(False)} actions"


def test_another_seed_rolls_other_dice(played: Sample) -> None:
    state = begin(played.key, played.scenario, "another seed").state
    faces = [state.dice.roll("20d6")[0], played.session.at(0).dice.roll("20d6")[0]]
    assert faces[0] != faces[1]
    assert state.dice.commitment != played.session.at(0).dice.commitment
