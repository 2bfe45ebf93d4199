"""kill -9 during a save: the file holds the old game or the new one, and nothing stands in the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from engine import games
from engine.referee.save import loads, read, replay, saved, write
from tests.hostile.saves import play_on, sound_session

ROUNDS = 50
ROOT = Path(__file__).parents[2]

# The watcher forks a writer that saves without pause and kills it at a random moment, again and again.
WATCHER = """
import os, random, signal, sys, time
from pathlib import Path
from engine.referee.save import loads, write

folder, rounds = Path(sys.argv[1]), int(sys.argv[2])
target, before, after = folder / "game.startline", folder / "before", folder / "after"
texts = {before.read_text(): "old", after.read_text(): "new"}
saves = [loads(text) for text in texts]
chance, seen = random.Random(9), []
began = time.monotonic()
for save in reversed(saves):
    write(save, target)
longest = 3 * (time.monotonic() - began)
for _ in range(rounds):
    ready, started = os.pipe()
    writer = os.fork()
    if writer == 0:
        os.write(started, b"x")
        while True:
            for save in saves:
                write(save, target)
    os.read(ready, 1)
    time.sleep(chance.random() * longest)
    os.kill(writer, signal.SIGKILL)
    os.waitpid(writer, 0)
    os.close(ready), os.close(started)
    seen.append(texts.get(target.read_text(), "half"))
print(*seen)
"""


def test_a_killed_writer_leaves_the_old_game_or_the_new_one(tmp_path: Path) -> None:
    before = sound_session().branch(len(sound_session()))
    after = before.branch(len(before))
    play_on(after, 8)
    target = tmp_path / "game.startline"
    for name, session in (("before", before), ("after", after)):
        (tmp_path / name).write_text(saved(session).dumps())
    write(saved(before), target)
    done = subprocess.run(
        [sys.executable, "-c", WATCHER, str(tmp_path), str(ROUNDS)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    seen = done.stdout.split()
    assert len(seen) == ROUNDS and set(seen) == {"old", "new"}, seen

    stray = [path for path in tmp_path.iterdir() if path.name not in ("before", "after", target.name)]
    assert stray, "no writer was killed in the middle of its work: the moments are badly chosen"
    assert all(path.name.startswith(".") and path.suffix == ".part" for path in stray)
    assert list(tmp_path.glob("*.startline")) == [target]
    write(saved(after), target)
    assert len(replay(read(target), games.game("toy"))) == len(after)


def test_a_failing_disk_leaves_the_old_game(tmp_path: Path) -> None:
    """A folder that cannot be written to, or a limit on the size of files, changes nothing."""
    target = tmp_path / "game.startline"
    write(saved(sound_session()), target)
    old = target.read_bytes()
    code = """
import resource, signal, sys
from pathlib import Path
from engine.bad_input import BadInput
from engine.referee.save import read, write
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
target = Path(sys.argv[1])
save = read(target)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write(save, target)
except BadInput as problem:
    print(problem)
"""
    done = subprocess.run(
        [sys.executable, "-c", code, str(target)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "cannot be written: File too large; nothing was changed" in done.stdout
    assert target.read_bytes() == old
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
    assert json.loads(old)["startline"] == "saved game"
    loads(old.decode())
