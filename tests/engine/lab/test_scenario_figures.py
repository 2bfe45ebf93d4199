"""The figures of shipped scenarios: counted by the lab, with the command that repeats them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from app.command_line.parser import build_parser
from engine import games
from engine.bad_input import BadInput
from engine.bots.names import is_known
from engine.bots.rates import Share
from engine.catalogue.document import ScenarioDocument
from engine.catalogue.document_game import DocumentGame
from engine.catalogue.scenario_text import loads as scenario_of
from engine.lab import scenario_figures
from engine.lab.figures import play_game
from engine.lab.measured import measured
from engine.lab.plan import Wanted, planned
from engine.lab.scenario_figures import (
    BALANCE,
    NOT_MEASURED,
    digest_of,
    dumps,
    figures_of_scenario,
    is_current,
    loads,
    sentence_of,
    wins_of,
)
from engine.lab.summary import reports

TOY = "toy-bridge"
SHIPPED = [
    (game.key, key)
    for game in map(games.game, games.keys())
    if isinstance(game, DocumentGame) and game.key != "toy"
    for key in game.scenarios()
]


def toy() -> ScenarioDocument:
    return scenario_of(games.game("toy").scenario_text(TOY))


@pytest.mark.parametrize(("game", "key"), SHIPPED, ids=[key for _, key in SHIPPED])
def test_a_shipped_scenario_has_figures_or_says_that_it_has_none(game: str, key: str) -> None:
    document = scenario_of(games.game(game).scenario_text(key))
    assert not document.balance.figures, "figures are counted by the lab"
    found = figures_of_scenario(key)
    if found is None:
        assert sentence_of(found, document) == NOT_MEASURED
        return
    sides = {side.key for side in document.playing_sides}
    assert found.scenario == key and set(found.bots) == set(found.wins) == sides
    assert all(map(is_known, found.bots.values()))
    assert sum(found.results.values()) == found.games == sum(found.last_turns.values())
    assert found.draws >= found.cut_off >= 0
    for won in found.wins.values():
        assert won == wins_of(Share(won.games, found.games)), "the interval belongs to the number of games"
    args = build_parser().parse_args(found.command.split()[1:])
    assert (args.scenario, args.games, args.seed, args.write_figures) == (key, found.games, found.seed, True)
    assert f"of {found.games} game" in sentence_of(found, document)


def test_no_figures_are_left_of_a_scenario_that_is_gone() -> None:
    known = {key for _, key in SHIPPED}
    assert {path.stem for path in BALANCE.glob("*")} <= known


def test_figures_are_counted_by_the_lab_and_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = toy()
    wanted = Wanted(("random",), 3, "figures")
    plan = planned(document, wanted, lambda _: document)
    found = {task.key: play_game(task).figures for task in plan.tasks}
    (report,) = reports(plan, found)
    figures = measured(plan, wanted, report)
    assert figures.command == "startline lab toy-bridge --bot random --games 3 --seed figures --write-figures"
    assert sum(won.games for won in figures.wins.values()) + figures.draws == 3
    assert loads(dumps(figures)) == figures and is_current(figures, document)
    assert not is_current(figures, replace(document, turns=replace(document.turns, last=9)))
    monkeypatch.setattr(scenario_figures, "BALANCE", tmp_path / "balance")
    assert figures_of_scenario(TOY) is None
    scenario_figures.save(figures)
    assert figures_of_scenario(TOY) == figures
    found.popitem()
    with pytest.raises(BadInput, match="when all of its games are played"):
        measured(plan, wanted, reports(plan, found)[0])


def test_words_about_a_scenario_do_not_change_its_digest() -> None:
    document = toy()
    assert digest_of(document) == digest_of(replace(document, title="x", description="y", minutes=3))
    assert digest_of(document) != digest_of(replace(document, units=document.units[1:]))


@pytest.mark.parametrize("text", ["= 1", 'scenario = "x"', "games = []"])
def test_damaged_figures_are_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="The figures of the lab"):
        loads(text)
