"""The chances that a preview of a combat shows, against all dice that can really fall from there.

The dice are counted by playing: every step of the combat is carried out with every face of its dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from random import Random

import pytest

from engine.games import game
from engine.games.avalanche.combat.combat import Combat, roll_for_ships
from engine.games.avalanche.combat.leading import TryLeader
from engine.games.avalanche.combat.morale import lowest_level
from engine.games.avalanche.combat.morale_pick import MoraleLevels, PickLevel, units_of
from engine.games.avalanche.combat.outlook import NO_ATTACK, outlook
from engine.games.avalanche.combat.support_menus import OffensiveSupport
from engine.games.avalanche.records import Unit
from engine.games.avalanche.scenario.charts import charts
from engine.referee import Choice, Preview, State
from engine.referee.action import Action
from engine.referee.dice import Dice, LoadedDiceMismatch
from engine.referee.frame import Procedure
from engine.referee.session import Session, Start
from engine.referee.transaction import Transaction

AROUND = ("1634", "1635", "1733", "1735", "1834", "1835")
ALLIES = (
    "us_inf of:36Div regiment:142",
    "us_inf of:36Div",
    "us_inf of:45Div",
    "us_tank",
    "us_td",
    "us_recon_coy of:45Div",
    "us_eng of:36Div",
    "us_ranger of:Rangers",
)
GERMANS = (
    "ge_pzg5 of:16PzDiv regiment:64",
    "ge_pzg4 of:29PzGDiv regiment:71",
    "ge_pi of:16PzDiv",
    "ge_pzjg of:16PzDiv",
    "ge_stug of:29PzGDiv",
    "ge_recon of:16PzDiv",
)
STATES = ("", "", "", "disrupted", "demoralized", "iso", "oos", "steps:1")
ALL_CHOSEN = Combat.steps.index(roll_for_ships)
"""From here on dice, morale levels and leaders decide."""
ENOUGH = 6
"""Previews that are compared for each kind of decision in a combat."""
Shares = dict[str, Fraction]


def position(random: Random) -> str:
    """A hex with Germans, Allied units around it, guns, ships, leaders, works and air points."""

    def units(letter: str, kinds: tuple[str, ...], here: str, most: int) -> Iterator[str]:
        for number in range(random.randint(1, most)):
            kind = random.choice(kinds)
            size = random.choice(("", "", "company")) if "recon_coy" not in kind else ""
            yield f'{letter}{here}{number} = "{here} {kind} {size} {random.choice(STATES)}"'

    hexes = random.sample(AROUND, random.randint(1, 4))
    works = f'works = {{"1734" = "german {random.choice(("ip", "fort"))}"}}' if random.random() < 0.3 else ""
    lines = [
        'game = "avl"\ntitle = "chances"\ncase = "crt.lookup"\nphase = "combat"',
        f"turn = {random.choice((5, 6, 7))}",
        'points = {"air allied support" = 2}',
        works,
        "[allied]",
        *(line for here in hexes for line in units("a", ALLIES, here, 3)),
        f'W = "{random.choice(hexes)} leader of:36Div combat:3"',
        f'M = "{random.choice(hexes)} leader of:45Div combat:4"',
        'f = "1434 us_fa105 of:36Div"\nx = "1330 DD"\ny = "1330 CL nation:US"',
        "[german]",
        *units("g", GERMANS, "1734", 3),
        'S = "1734 leader of:16PzDiv combat:2"',
        'k = "2134 ge_lfh of:16PzDiv"',
    ]
    return "\n".join(lines)


def declared(random: Random) -> State | None:
    """An attack of some of the units, declared but not begun; None if the odds do not allow it."""
    start = Start("avl", "position", "chances", position(random), "chances")
    state = Session.begin(game("avl"), start).state
    state = after(state, Action("attack", "hex", "1734"))
    for action in list(choice_of(state).legal(state)):
        if action.verb == "add" and random.random() < 0.8 and action in choice_of(state).legal(state):
            state = after(state, action)
    declare = Action("declare")
    return after(state, declare) if declare in choice_of(state).legal(state) else None


def choice_of(state: State) -> Choice:
    choice = state.frame
    assert isinstance(choice, Choice)
    return choice


def after(state: State, action: Action) -> State:
    """The position after an action that rolls no dice."""
    tx = Transaction(state)
    choice_of(state).apply(tx, action)
    return tx.state


# every face of every die


def with_dice(state: State, faces: tuple[int, ...]) -> State:
    return State(state.scenario, state.tables, state.frames, Dice("chances", 0, faces), state.outcome)


def branches(state: State, act: Callable[[Transaction], None]) -> Iterator[tuple[Transaction, Fraction]]:
    """What comes of something with each face of the dice that it rolls, and how likely that is."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        tx = Transaction(with_dice(state, faces))
        try:
            act(tx)
            complete = tx.state.dice.fallen <= len(faces)
        except LoadedDiceMismatch:
            complete = False
        if complete:
            yield tx, Fraction(1, 6 ** len(faces))
        else:
            waiting += [(*faces, face) for face in range(1, 7)]


def result_in(tx: Transaction) -> str | None:
    """The result of the combat, if it fell here."""
    for event in tx.events:
        if event.what == "CombatResolved":
            return event.text.removeprefix("Result ")
        if event.what == "AttackCancelled":
            return NO_ATTACK
    return None


class Counting:
    """Plays a combat with all dice. Levels and leaders are as a preview supposes, support is by the seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.compared: Counter[str] = Counter()

    def shares(self, state: State) -> Shares:
        """How likely each result is from here, counted by playing; the previews on the way are compared."""
        top = state.frame
        if isinstance(top, Procedure):
            found = self.added(state, top.run)
            if isinstance(top, Combat) and top.at >= ALL_CHOSEN:
                self.compare(top.steps[top.at].__name__, outlook(state, top.battle, top.side), found)
            return found
        choice = choice_of(state)
        decision = self.decide(state, choice)
        if self.compared[type(choice).__name__] < ENOUGH and supposes_right(state, choice):
            for action in choice.legal(state):
                counted = self.added(state, partial(choice.apply, action=action))
                self.compare(type(choice).__name__, shown(choice.preview(state, action)), counted)
        return self.added(state, partial(choice.apply, action=decision))

    def compare(self, where: str, expected: Iterable[tuple[str, Fraction]], counted: Shares) -> None:
        self.compared[where] += 1
        assert dict(expected) == counted, where

    def added(self, state: State, act: Callable[[Transaction], None]) -> Shares:
        """The results of all dice together; positions that are equal are played on once."""
        merged: list[tuple[State, Fraction]] = []
        found: Shares = {}
        for tx, share in branches(state, act):
            result = result_in(tx)
            if result is not None:
                found[result] = found.get(result, Fraction(0)) + share
                continue
            for number, (other, part) in enumerate(merged):
                if other.frames == tx.state.frames and other.tables == tx.state.tables:
                    merged[number] = other, part + share
                    break
            else:
                merged.append((tx.state, share))
        for following, share in merged:
            for result, part in self.shares(following).items():
                found[result] = found.get(result, Fraction(0)) + share * part
        return found

    def decide(self, state: State, choice: Choice) -> Action:
        """The lowest level, the best leader; of everything else something by the seed."""
        legal = choice.legal(state)
        if isinstance(choice, PickLevel):
            level = lowest_level(units_of(state, choice.battle, choice.side))
            return Action("level", "number", str(level))
        if isinstance(choice, TryLeader):
            able = [action for action in legal if action.verb == "lead"]
            return max(able, key=lambda action: state.get(Unit, action.target).combat)
        flies = isinstance(choice, OffensiveSupport) and choice.battle.air
        barred = ("withdraw", "unname", "air") if flies else ("withdraw", "unname")
        wanted = [action for action in legal if action.verb not in barred]
        return Random(f"{self.seed} {choice}").choice(wanted)


def supposes_right(state: State, choice: Choice) -> bool:
    """Does a preview suppose what the other side does here? Of its secret level it supposes the lowest."""
    if not isinstance(choice, PickLevel):
        return isinstance(choice, TryLeader)
    levels = state.innermost(MoraleLevels)
    return all(
        answer in ("", str(lowest_level(units_of(state, choice.battle, side))))
        for side, answer in levels.answers
    )


def shown(preview: Preview) -> list[tuple[str, Fraction]]:
    return [(outcome.text, outcome.probability) for outcome in preview.outcomes]


@pytest.mark.case("avl crt.lookup")
@pytest.mark.case("avl shift.leader")
@pytest.mark.case("avl morale.participation")
@pytest.mark.case("avl support.att-ship")
@pytest.mark.case("avl surprise.attempt")
@pytest.mark.parametrize("seed", (1, 2, 3, 7, 9, 10, 12, 14, 16, 18, 19, 21))
def test_previews_show_the_chances_of_all_dice_that_can_fall(seed: int) -> None:
    random = Random(seed)
    state = declared(random)
    while state is None:
        state = declared(random)
    counting = Counting(seed)
    assert sum(counting.shares(state).values()) == 1
    assert counting.compared["roll_for_ships"] == 1


@pytest.mark.case("avl combat.green")
@pytest.mark.case("avl atfire.shots")
@pytest.mark.parametrize(
    ("options", "unit", "remark"),
    [
        ("", "us_inf", ""),
        ("", "us_inf green", "Not counted: a step that each green unit may lose in its first combat (t)"),
        ("at_fire = true", "us_inf", ""),
        ("at_fire = true", "us_tank", "Not counted: antitank fire before the roll"),
    ],
)
def test_a_preview_names_what_it_does_not_count(options: str, unit: str, remark: str) -> None:
    text = f"""
game = "avl"
title = "remarks"
case = "crt.lookup"
phase = "combat"
turn = 6
options = {{{options}}}
[allied]
i = "1634"
t = "1634 {unit} morale:4"
[german]
g = "1734 ge_pzg4"
k = "1734 ge_pzjg morale:4"
"""
    state = Session.begin(game("avl"), Start("avl", "position", "remarks", text, "remarks")).state
    state = after(state, Action("attack", "hex", "1734"))
    for key in ("i", "t"):
        state = after(state, Action("add", "unit", key))
    shown_text = choice_of(state).preview(state, Action("declare")).text
    supposed = "Morale levels 4 and 4 supposed, so that all take part"
    assert shown_text == ". ".join(filter(None, (supposed, remark)))


@pytest.mark.case("avl combat.reveal-strongpoint")
@pytest.mark.parametrize("attackers", ["us_inf", "us_inf morale:5", "us_tank attack:2", "us_inf company"])
def test_the_chances_against_an_unseen_strong_point_are_those_of_all_that_it_can_be(attackers: str) -> None:
    """One of the counters of the pool lies there, each as likely as any other."""
    pool = [row for row in charts().strong_points.rows for _ in range(row.count)]
    counted: Shares = {}
    shown_before = set()
    for row in pool:
        text = f"""
game = "avl"
title = "unseen"
case = "crt.lookup"
phase = "combat"
turn = 3
[allied]
a = "1634 {attackers}"
i = "1635 us_inf company"
[german]
s = "1734 strongpoint attack:{row.attack} defence:{row.defence} arm:{row.at}"
"""
        state = Session.begin(game("avl"), Start("avl", "position", "unseen", text, "unseen")).state
        state = after(state, Action("attack", "hex", "1734"))
        for key in ("a", "i"):
            state = after(state, Action("add", "unit", key))
        shown_before.add(tuple(shown(choice_of(state).preview(state, Action("declare")))))
        for result, share in Counting(0).shares(after(state, Action("declare"))).items():
            counted[result] = counted.get(result, Fraction(0)) + share / len(pool)
    assert len(shown_before) == 1, "a preview depends on what nobody has seen"
    assert dict(shown_before.pop()) == counted


@pytest.mark.case("avl gen.fog")
@pytest.mark.parametrize("option", ["examination = true", ""])
def test_a_bombardment_tells_nothing_of_a_stack_that_nobody_has_examined(option: str) -> None:
    """How many battalions stand there is read from the table when the fire is opened."""
    text = f"""
game = "avl"
title = "density"
case = "bomb.stacking"
phase = "bombardment"
turn = 6
options = {{{option}}}
[allied]
s = "1636"
f = "1434 us_fa105"
[german]
g = "1733 ge_pzg4"
h = "1733 ge_pzg4 company"
"""
    state = Session.begin(game("avl"), Start("avl", "position", "density", text, "density")).state
    for action in (Action("bombard", "hex", "1733"), Action("add", "unit", "f")):
        state = after(state, action)
    told = choice_of(state).preview(state, Action("fire"))
    assert bool(told.outcomes) == (not option)
    assert ("battalion" in told.text) == (not option)
