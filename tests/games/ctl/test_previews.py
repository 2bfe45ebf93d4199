"""What a player reads before he activates a formation or tries to react."""

from __future__ import annotations

import pytest

from engine import games
from engine.referee.action import Action
from engine.referee.session import Accepted, Session, Start

CUT_OFF = """
game = "ctl"
title = "A headquarters without supply"
case = ["6.3.3-a"]
phase = "{phase}"
side = "{side}"
formation = "1ID"
points = {{us = 3}}
level = {{116Pz = 4}}
flipped = "{flipped}"
[us]
hq = "hq 1613 of:1ID"
a = "1711"
b = "1610"
c = "{gap}"
[german]
ghq = "hq 1709 of:116Pz"
g = "1709 of:116Pz"
"""


def table(**values: str) -> Session:
    usual = {"phase": "initiative", "side": "german", "flipped": "", "gap": "1809"}
    text = CUT_OFF.format(**(usual | values))
    return Session.begin(games.game("ctl"), Start("ctl", "position", "test", text, "test"))


@pytest.mark.case("ctl 6.3.3-a")
@pytest.mark.case("ctl 5.7.3-b")
@pytest.mark.parametrize(
    ("values", "remark"),
    [
        ({}, "out of supply: its emergency supply is spent"),
        ({"flipped": "116Pz"}, "out of supply: its level falls to 0"),
        ({"gap": "1405"}, ""),
    ],
)
def test_an_activation_says_what_missing_supply_will_cost(values: dict[str, str], remark: str) -> None:
    shown = table(**values).preview("german", Action("activate", "formation", "116Pz"))
    assert shown is not None
    assert shown.text == f"Activation level 4{f'; {remark}' if remark else ''}"


@pytest.mark.case("ctl 6.4.2-c")
def test_a_reaction_says_it_too() -> None:
    session = table(phase="actions", side="us")
    for action in (Action("select", "unit", "a"), Action("move", "hex", "1710")):
        assert isinstance(session.submit("us", action), Accepted)
    shown = session.preview("german", Action("react", "formation", "116Pz"))
    assert shown is not None and shown.text.endswith("; out of supply: its emergency supply is spent")
