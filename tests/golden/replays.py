"""Golden replays: a seeded game of each scenario as text, the log in sentences and a digest now and then.

A change of the rules shows up here as a readable difference. If it is meant, write the files anew with
`python -m tests.golden` (or `python -m tests.golden KEY…` for some games) and look at the difference before
committing it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from engine import games
from engine.bots.random_bot import RandomBot
from engine.referee.session import Accepted, Session, Start

FOLDER = Path(__file__).parent / "games"
SEED = "golden"
ACTIONS = 150
DIGEST_EVERY = 10


def path_of(key: str, scenario: str) -> Path:
    """Where the replay of a scenario lies."""
    return FOLDER / key / f"{scenario}.txt"


def replay_text(key: str, scenario: str) -> str:
    """Play a scenario by chance and tell it."""
    return "\n".join(_lines(key, scenario)) + "\n"


def _lines(key: str, scenario: str) -> Iterator[str]:
    game = games.game(key)
    session = Session.begin(game, Start(key, "scenario", scenario, game.scenario_text(scenario), SEED))
    bot = RandomBot(SEED)
    yield f"{game.title}: {scenario}, rules version {game.rules_version}, seed {SEED!r}"
    yield from _told(session)
    for number in range(1, ACTIONS + 1):
        choice, decision = session.choice, session.decision
        if choice is None or decision is None:
            break
        action = bot.choose(partial(session.view, choice.side), session.legal())
        yield ""
        yield f"{number}. {' > '.join(decision.path)}"
        yield f"   {decision.prompt}"
        yield f"   {choice.side}: {action}"
        answer = session.submit(choice.side, action)
        assert isinstance(answer, Accepted), f"{action} is refused: {answer.refusals}"
        yield from _told(session)
        if number % DIGEST_EVERY == 0:
            yield f"   = {session.history.digest(number)}"
    outcome = session.state.outcome
    yield ""
    yield "The game goes on." if outcome is None else f"{outcome.text} ({outcome.case})"
    yield f"= {session.history.digest(len(session))}"


def _told(session: Session) -> Iterator[str]:
    for event in session.history.last.events:
        line = f"   - {event.text}" + (f" ({event.case})" if event.case else "")
        if event.seen_by is not None:
            line += f" [for {', '.join(event.seen_by) or 'nobody'}; others: {event.redacted or 'nothing'}]"
        yield line
