"""Each refusal, modifier and branch of the rules is run by a worked example, or listed as unreached."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def unreached(key: str) -> list[str]:
    """What the command tells, in a process of its own: measuring needs the interpreter to itself."""
    command = [sys.executable, "-m", "app", "rules", key, "--unreached", "--json"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode in (0, 1), told.stderr
    return [item["key"] for item in json.loads(told.stdout)["unreached"]]


@pytest.mark.parametrize("key", ["avl", "ctl", "ddb", "free", "leb", "ttr"])
def test_nothing_new_is_unreached_and_the_list_only_becomes_shorter(key: str) -> None:
    listed = Counter(tomllib.loads((HERE / key / "unreached.toml").read_text(encoding="utf-8"))["unreached"])
    found = Counter(unreached(key))
    new, reached = found - listed, listed - found
    assert not new, f"no worked example runs these; write one: {sorted(new)}"
    assert not reached, f"these are run now; take them out of {key}/unreached.toml: {sorted(reached)}"
