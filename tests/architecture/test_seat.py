"""The window asks a Seat: it reads no position, and it takes a seat only where it is said why."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.source_tree import ROOT, calls, place, python_files, syntax

OF_A_SESSION = {"state", "history", "choice", "at", "taken_back"}
"""What of a session is a position, or leads to one."""
OF_A_SEAT = {"view", "log", "legal", "refusals", "preview", "look_ahead"}
"""What a session answers for whichever side is named: a seat answers for its own."""
OTHER_STATES = {"option", "entry", "_animation"}
"""Names of other things that have a `state`: a style option, a line of a list, an animation of Qt."""
SEATS = {
    "app/library/scenario_library.py": "all sides together, for the pictures of scenarios and saved games",
    "app/play/play_controller.py": "the side that looks, or all sides while one is asked or a bot decides",
    "app/report/statistics.py": "the side for which statistics are computed; after the game, everything",
    "app/saving/open_game.py": "the deciding side, whose first answers are computed in the background",
    "app/tour/decision_shots.py": "a game that the tour plays with itself",
    "app/tour/panel_shots.py": "a game that the tour plays with itself",
    "app/tour/report_shots.py": "a game that the tour plays with itself",
    "app/tour/tour.py": "a game that the tour plays with itself",
    "app/tutorial/example_panel.py": "a worked example: one person plays every side",
    "app/tutorial/guide.py": "a lesson: one person plays every side",
    "app/tutorial/lesson.py": "a lesson: one person plays every side",
}
"""Where the app takes a seat, and for whom."""


def name_of(node: ast.expr) -> str:
    """The last name of an expression: `self._controller.session` is `session`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def positions_read(path: Path) -> Iterator[str]:
    """Each place where a file reads a position, or asks a session for a side of its choice."""
    for node in ast.walk(syntax(path)):
        if not isinstance(node, ast.Attribute):
            continue
        owner = name_of(node.value)
        of_session = owner.lstrip("_").endswith("session") and node.attr in OF_A_SESSION | OF_A_SEAT
        any_state = node.attr == "state" and owner not in OTHER_STATES
        if of_session or any_state:
            yield f"{place(path, node)} reads {ast.unparse(node)}"


def test_the_window_reads_no_position() -> None:
    found = [where for path in python_files("app") for where in positions_read(path)]
    assert not found, "ask a Seat, or give the engine a door with a name"


def test_a_position_that_is_read_is_found(tmp_path: Path) -> None:
    breaches = (
        "session.state.frames",
        "self._controller.session.history.last",
        "self._session.at(3)",
        "controller.session.view(None)",
        "draft.state",
    )
    file = tmp_path / "breach.py"
    file.write_text("\n".join((*breaches, "option.state", "session.sides", "seat.view")))
    assert len(list(positions_read(file))) == len(breaches)


def test_seats_are_taken_where_it_is_said_why() -> None:
    taken = {
        str(path.relative_to(ROOT))
        for path in python_files("app")
        for name, _ in calls(path)
        if name in ("Seat", "PublicSeat", "seat_of")
    }
    assert taken == set(SEATS)
