"""Finds a scenario by name: a text file, one shipped with a game, or one of the catalogue."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.catalogue.document import MapSheet, ScenarioDocument
    from engine.catalogue.store import Catalogue


def open_catalogue(args: argparse.Namespace, read_only: bool = False) -> Catalogue:
    """The catalogue that `--catalogue` names, else the user's own."""
    from engine.catalogue import store, user_copy

    if args.catalogue is not None:
        return store.open(args.catalogue, read_only=read_only)
    return user_copy.user_catalogue()


def find_map(args: argparse.Namespace, name: str) -> MapSheet:
    """The map with this name, or the map of the scenario with this name."""
    from engine.bad_input import BadInput

    if name.endswith(".toml") or (args.catalogue is None and shipped_text(name) is not None):
        return find_scenario(args, name).map
    with open_catalogue(args, read_only=True) as catalogue:
        if name in catalogue.maps():
            return catalogue.load_map(name)
        if any(entry.key == name for entry in catalogue.list()):
            return catalogue.load(name).map
    raise BadInput(f"There is no map or scenario {name!r:.60}; `startline scenarios` lists the scenarios")


def find_scenario(args: argparse.Namespace, named: str = "") -> ScenarioDocument:
    """The scenario with this name. One shipped with a game is found without opening a database."""
    name: str = named or args.scenario
    if name.endswith(".toml") or Path(name).is_file():
        return scenario_in_file(args, Path(name))
    if args.catalogue is None:
        text = shipped_text(name)
        if text is not None:
            from engine.catalogue.scenario_text import loads

            return loads(text)
    with open_catalogue(args, read_only=True) as catalogue:
        return catalogue.load(name)


def shipped_text(key: str) -> str | None:
    """The text of a scenario shipped with a game."""
    from engine import games

    for game in map(games.game, games.keys()):
        if key in game.scenarios():
            return game.scenario_text(key)
    return None


def scenario_in_file(args: argparse.Namespace, path: Path) -> ScenarioDocument:
    """Read a scenario text file; a map named by its key is looked up in the catalogue."""
    from engine.bad_input import BadInput
    from engine.catalogue.scenario_text import loads, map_key_of
    from engine.catalogue.toml_text import LARGEST_TEXT
    from engine.files import read_text

    text = read_text(path, LARGEST_TEXT)
    try:
        key = map_key_of(text)
        if not key:
            return loads(text)
        with open_catalogue(args, read_only=True) as catalogue:
            return loads(text, {key: catalogue.load_map(key)})
    except BadInput as problem:
        raise BadInput(f"{path}: {problem}") from None
