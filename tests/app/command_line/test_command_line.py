"""The command line as a whole: help, exit codes, and what it may import."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from app.__main__ import main
from app.command_line import output
from app.command_line.parser import GROUPS, build_parser
from engine.referee.refusal import RulesBug

TOP = Path(__file__).parents[3]
COMMANDS = (
    *("open", "tour", "games", "scenarios", "try", "rules", "check"),
    *("export", "import", "catalogue", "fuzz", "replay", "bench", "handbook"),
)
HEAVY = ("PySide6", "shiboken6", "pyqtgraph", "sqlmodel", "sqlalchemy", "alembic", "shapely", "tqdm")
PROBE = """
import sys
from app.__main__ import main
code = main(sys.argv[1:])
print(*sorted(set(name.partition(".")[0] for name in sys.modules)), file=sys.stderr)
sys.exit(code)
"""


def test_help_tells_of_every_command_and_of_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == output.OK
    told = capsys.readouterr().out
    assert all(f"    {command} " in told for command in COMMANDS)
    assert "exit codes:" in told and "--catalogue FILE|URL" in told


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == output.OK
    told = capsys.readouterr().out
    assert told.startswith(f"usage: startline {command}")
    assert "--catalogue" in told


@pytest.mark.parametrize("words", [["dance"], ["fuzz"], ["fuzz", "toy", "--games", "0"], ["games", "--loud"]])
def test_bad_usage_is_exit_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == output.BAD_INPUT
    assert "usage: startline" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == output.OK
    assert capsys.readouterr().out.startswith("startline ")


def test_bad_input_is_one_line_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "chess"]) == output.BAD_INPUT
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1
    assert said.err.startswith("startline: There is no game 'chess'; the games are")


def test_a_bug_in_the_rules_and_an_interrupt_have_exit_codes_of_their_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*args: object) -> None:
        raise RulesBug("both sides stand in 0402")

    monkeypatch.setattr("engine.games.about", broken)
    assert main(["games"]) == output.BUG
    assert capsys.readouterr().err == "startline: error in the rules: both sides stand in 0402\n"

    def interrupted(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.games.about", interrupted)
    assert main(["games"]) == 130


def test_the_catalogue_may_be_named_before_or_behind_the_command() -> None:
    parser = build_parser()
    assert parser.parse_args(["--catalogue", "a.db", "games"]).catalogue == "a.db"
    assert parser.parse_args(["games", "--catalogue", "b.db"]).catalogue == "b.db"
    assert parser.parse_args(["games"]).catalogue is None


def commands(words: list[str] | None = None) -> set[str]:
    (choices,) = [action.choices for action in build_parser(words)._actions if action.choices]
    return set(choices)


def test_every_group_adds_the_commands_it_is_known_by() -> None:
    assert commands() == {command for group in GROUPS.values() for command in group}
    for group in GROUPS.values():
        for command in group:
            assert commands([command]) == set(group)
    assert commands([]) == {"open", "tour"}
    assert commands(["--help"]) == commands(["nonsense"]) == commands()


def run_fresh(*words: str) -> subprocess.CompletedProcess[str]:
    """The command in an interpreter of its own, which tells at the end what it has imported."""
    environment = {**os.environ, "PYTHONPATH": str(TOP), "STARTLINE_GAMES": "tests.toy"}
    command = [sys.executable, "-c", PROBE, *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300, check=False)


@pytest.mark.parametrize(
    "words",
    [
        ["--version"],
        ["games"],
        ["try", str(TOP / "tests" / "toy" / "examples")],
        ["rules", "toy"],
        ["export", "toy-bridge"],
        ["fuzz", "toy", "--games", "1"],
    ],
    ids=lambda words: words[0],
)
def test_headless_commands_import_nothing_heavy(words: list[str]) -> None:
    done = run_fresh(*words)
    assert done.returncode == 0, done.stderr
    imported = done.stderr.splitlines()[-1].split()
    assert "engine" in imported
    assert [name for name in HEAVY if name in imported] == []


def test_whoever_stops_reading_is_no_error() -> None:
    environment = {**os.environ, "PYTHONPATH": str(TOP), "STARTLINE_GAMES": "tests.toy"}
    command = [sys.executable, "-m", "app", "try", str(TOP / "tests" / "toy" / "examples")]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], (None, [])),
        (["--catalogue", "club.db"], ("club.db", [])),
        (["open", "game.startline"], (None, ["game.startline"])),
        (["open", "a.toml", "b.toml"], (None, ["a.toml", "b.toml"])),
    ],
)
def test_without_a_command_the_window_opens(
    words: list[str], expected: tuple[str | None, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[str | None, list[str]]] = []
    monkeypatch.setattr(
        "app.startup.launch.run", lambda catalogue, files=(): opened.append((catalogue, list(files))) or 0
    )
    assert main(words) == 0
    assert opened == [expected]


def test_a_tour_names_its_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tour = ModuleType("app.tour.tour")
    tour.tour = lambda folder, everything, text_percent: [folder / "play.png", folder / "edit.png"]  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "app.tour.tour", tour)
    assert main(["tour", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'play.png'}\n{tmp_path / 'edit.png'}\n"


def test_progress_is_shown_on_a_terminal_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with output.progress("counting") as advance:
        assert advance is None
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with output.progress("counting") as advance:
        assert advance is not None
        for done in range(1, 4):
            advance(done, 3)
    assert "counting" in capsys.readouterr().err


def test_columns_are_aligned_and_numbers_stand_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    output.show_table(("key", "cases", "note"), [("toy", 21, ""), ("avalanche", 354, "x")])
    assert capsys.readouterr().out == "key        cases  note\ntoy           21\navalanche    354  x\n"
    output.show_table(("key", "cases"), [])
    assert capsys.readouterr().out == "key  cases\n"
