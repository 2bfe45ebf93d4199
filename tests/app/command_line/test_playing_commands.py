"""`startline fuzz`, `startline replay` and `startline bench`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.__main__ import main
from app.command_line.output import BAD_INPUT, FAILED, INTERRUPTED, OK
from engine import games
from engine.bots import fuzz_game
from engine.bots.random_bot import RandomBot
from engine.catalogue.scenario_text import dumps, loads
from engine.catalogue.store import create_file
from engine.catalogue.store import open as open_store
from engine.lab import scenario_figures
from engine.referee.dice import commitment
from engine.referee.fair_seed import Contribution, contribute, seed_of
from engine.referee.save import Save, read, saved, write
from engine.referee.session import Session, Start
from tests.toy.the_bridge import TheBridge


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """A saved game of thirty actions."""
    toy = games.game("toy")
    session = Session.begin(toy, Start("toy", "scenario", "toy-bridge", toy.scenario_text("toy-bridge"), "x"))
    bot = RandomBot("x")
    for _ in range(30):
        choice = session.choice
        assert choice is not None
        side = choice.side
        session.submit(side, bot.choose(lambda: session.view(None), session.legal()))
    path = tmp_path / "game.startline"
    write(saved(session), path)
    return path


def tampered(path: Path) -> Save:
    save = read(path)
    wrong = replace(save.steps[6], digest="0" * 12)
    return replace(save, steps=(*save.steps[:6], wrong, *save.steps[7:]))


def test_a_saved_game_is_replayed(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game_file)]) == OK
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "The Bridge, toy-bridge: 30 actions replayed, all positions match; the game is not over"
    assert commitment(read(game_file).start.seed) in told[1]
    assert main(["replay", str(game_file), "--json"]) == OK
    answer = json.loads(capsys.readouterr().out)
    assert answer["actions"] == 30 and answer["problem"] is None and answer["outcome"] is None


def played_with(contributions: tuple[Contribution, ...], path: Path, actions: int) -> Path:
    """A game with dice of both sides."""
    toy = games.game("toy")
    text, seed = toy.scenario_text("toy-bridge"), seed_of(contributions)
    session = Session.begin(toy, Start("toy", "scenario", "toy-bridge", text, seed, {}, contributions))
    bot = RandomBot("x")
    for _ in range(actions):
        choice = session.choice
        if choice is None:
            break
        session.submit(choice.side, bot.choose(lambda: session.view(None), session.legal()))
    assert (session.choice is None) == (actions > 100)
    write(saved(session), path)
    return path


def test_the_check_of_a_finished_game_shows_what_the_sides_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = (contribute("red", "tulip"), contribute("blue"))
    path = played_with(given, tmp_path / "game.startline", 10_000)
    assert main(["replay", str(path)]) == OK
    told = capsys.readouterr().out
    for each in given:
        assert each.value in told and each.salt in told and each.commitment in told
    assert "red: typed 'tulip'" in told and "match the commitments" in told
    assert main(["replay", str(path), "--json"]) == OK
    answer = json.loads(capsys.readouterr().out)
    assert [row["value"] for row in answer["dice_values"]] == [each.value for each in given]


def test_the_check_of_an_unfinished_game_foretells_no_dice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = (contribute("red", "tulip"), contribute("blue"))
    path = played_with(given, tmp_path / "game.startline", 10)
    assert main(["replay", str(path)]) == OK and main(["replay", str(path), "--json"]) == OK
    told = capsys.readouterr().out
    assert all(each.commitment in told for each in given)
    assert not any(word in told for each in given for word in (each.value, each.salt))


def test_a_given_seed_is_said_to_be_known(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(game_file)]) == OK
    assert "The seed was given: these dice could be known in advance" in capsys.readouterr().out


def test_a_divergence_is_exit_1(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tampered(game_file), game_file)
    assert main(["replay", str(game_file)]) == FAILED
    said = capsys.readouterr()
    assert said.out == "" and "Action 7 no longer leads where it did" in said.err
    assert main(["replay", str(game_file), "--json"]) == FAILED
    assert "Action 7" in json.loads(capsys.readouterr().out)["problem"]


def test_a_snapshot_that_does_not_fit_is_exit_1(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = read(game_file)
    snapshot = json.loads(json.dumps(save.snapshot).replace('"0', '"1', 1))
    write(replace(save, snapshot=snapshot), game_file)
    assert main(["replay", str(game_file)]) == FAILED
    assert "The snapshot does not match the last action" in capsys.readouterr().err


def test_what_is_no_saved_game_is_exit_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.startline"
    path.write_text("{}", encoding="utf-8")
    assert main(["replay", str(path)]) == BAD_INPUT
    assert main(["replay", str(tmp_path / "missing.startline")]) == BAD_INPUT
    assert capsys.readouterr().err.count("startline: ") == 2


def test_random_play_is_summed_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fuzz", "toy", "--games", "4", "--turns", "1", "--seed", "7", "--out", str(tmp_path)]
    assert main(words) == OK
    told = capsys.readouterr().out
    assert "toy-bridge" in told and "toy-mud" in told and "all" in told
    assert main([*words, "--scenario", "toy-mud", "--json"]) == OK
    summary = json.loads(capsys.readouterr().out)
    assert summary["games"] == 4 and list(summary["scenarios"]) == ["toy-mud"] and summary["failures"] == []
    assert list(tmp_path.iterdir()) == []
    assert main(["fuzz", "toy", "--scenario", "chess"]) == BAD_INPUT


def test_a_failure_of_random_play_is_exit_1_and_leaves_a_save_that_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(game: TheBridge, state: object) -> list[str]:
        return ["the bridge has fallen down"] if state.dice.fallen > 0 else []  # type: ignore[attr-defined]

    with monkeypatch.context() as patch:
        patch.setattr(TheBridge, "invariants", broken)
        assert main(["fuzz", "toy", "--games", "1", "--out", str(tmp_path)]) == FAILED
    said = capsys.readouterr().err
    assert "the bridge has fallen down" in said
    assert "again: startline fuzz toy --scenario toy-bridge --seed 1 --first 0 --games 1" in said
    kept, note = sorted(tmp_path.iterdir())
    assert main(["replay", str(kept)]) == OK
    assert "the bridge has fallen down" in note.read_text(encoding="utf-8")


def test_progress_and_what_never_came_up_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["fuzz", "toy", "--games", "2", "--turns", "1", "--out", str(tmp_path)]
    assert main(words) == OK
    said = capsys.readouterr()
    assert "1 of 2: toy-bridge, seed 1-0, options" in said.err and "2 of 2: " in said.err
    assert " of 17 reached" in said.out and "never: " in said.out
    assert main([*words, "--example", "7.1-mud.toml", "--first", "3", "--seek", "TakeLoss"]) == OK
    assert "7.1-mud.toml, seed 1-3" in capsys.readouterr().err
    assert main([*words, "--seek", "Chess"]) == BAD_INPUT


def test_an_interrupted_run_prints_what_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = fuzz_game.GameRun.play

    def play(run: fuzz_game.GameRun) -> str:
        if run.task.number == 2:
            raise KeyboardInterrupt
        return played(run)

    monkeypatch.setattr(fuzz_game.GameRun, "play", play)
    words = ["fuzz", "toy", "--games", "6", "--turns", "1", "--out", str(tmp_path)]
    assert main(words) == INTERRUPTED
    said = capsys.readouterr()
    assert "interrupted after 3 games of 6" in said.err
    assert "toy-bridge" in said.out and "decisions: " in said.out


def test_benchmarks_are_run_in_a_clone_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.__file__", str(tmp_path / "engine" / "__init__.py"))
    assert main(["bench"]) == BAD_INPUT
    assert "part of the source tree" in capfd.readouterr().err
    folder = tmp_path / "tests" / "benchmarks"
    folder.mkdir(parents=True)
    (tmp_path / "tests" / "__init__.py").touch()
    (folder / "__main__.py").write_text("import sys\nprint(sys.argv[1:])\nsys.exit(1)\n", encoding="utf-8")
    assert main(["bench", "--", "--json", "hexes"]) == FAILED
    assert capfd.readouterr().out == "['--json', 'hexes']\n"


def test_bots_play_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "ddb-carentan", "--games", "2", "--bot", "steady/recruit", "--bot", "random"]) == 0
    shown = capsys.readouterr().out
    assert "Steady, recruit" in shown and "Chance" in shown and "of 2" in shown
    assert main(["arena", "ddb-carentan", "--seat", "nobody=random"]) == 2
    assert main(["arena", "ddb-carentan", "--bot", "timid"]) == 2


def test_the_lab_measures_a_scenario_and_writes_a_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lab.db"
    create_file(path)
    shared = ["lab", "ddb-carentan", "--catalogue", str(path)]
    text = games.game("ddb").scenario_text("ddb-carentan")
    with open_store(path) as catalogue:
        catalogue.save(loads(text))
    played = [*shared, "--bot", "random", "--games", "2", "--what-if", "turns=-1"]
    assert main([*played, "--json"]) == OK
    cells = json.loads(capsys.readouterr().out)["cells"]
    assert [(cell["what_if"], cell["games"]) for cell in cells] == [("", 2), ("turns=-1", 2)]
    assert cells[1]["difference"] is not None
    assert main(played) == OK
    assert "wins of United States in 100" in capsys.readouterr().out
    file = tmp_path / "game.startline"
    assert main([*shared, "--write-game", "lab-1", str(file)]) == OK
    assert len(read(file).steps) > 10
    assert main([*shared, "--write-game", "lab-9", str(file)]) == BAD_INPUT
    assert "no game" in capsys.readouterr().err
    assert main([*shared, "--what-if", "rain"]) == BAD_INPUT
    assert main([*shared, "--forget"]) == OK
    assert "4 games" in capsys.readouterr().out


def test_the_lab_writes_the_figures_of_a_shipped_scenario(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARTLINE_HOME", str(tmp_path))
    monkeypatch.setattr(scenario_figures, "BALANCE", tmp_path / "balance")
    assert main(["lab", "toy-bridge", "--bot", "random", "--games", "3", "--write-figures"]) == OK
    figures = scenario_figures.figures_of_scenario("toy-bridge")
    assert figures is not None and figures.games == 3
    document = loads(games.game("toy").scenario_text("toy-bridge"))
    assert scenario_figures.sentence_of(figures, document) in capsys.readouterr().err
    own = tmp_path / "own.toml"
    own.write_text(dumps(replace(document, key="my-bridge")), encoding="utf-8")
    assert main(["lab", str(own), "--bot", "random", "--games", "1", "--write-figures"]) == BAD_INPUT
    assert "only shipped scenarios" in capsys.readouterr().err


def test_the_seats_of_the_lab_are_those_of_the_arena(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STARTLINE_HOME", str(tmp_path))
    seats = ["toy-bridge", "--seat", "red=random", "--seat", "blue=steady/recruit", "--games", "2"]
    assert main(["lab", *seats, "--json"]) == OK
    (cell,) = json.loads(capsys.readouterr().out)["cells"]
    assert cell["bots"] == ["random", "steady/recruit"]
    assert main(["arena", *seats, "--json"]) == OK
    bots = json.loads(capsys.readouterr().out)["bots"]
    assert {bot: list(sides) for bot, sides in bots.items()} == {
        "random": ["red"],
        "steady/recruit": ["blue"],
    }
    assert main(["lab", "toy-bridge", "--seat", "green=random"]) == BAD_INPUT
    assert "it has red, blue" in capsys.readouterr().err
