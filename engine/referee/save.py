"""Saved games: the start, every action with a digest behind it, and a snapshot to load quickly."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.bad_input import BadInput
from engine.files import write_atomically
from engine.parse_limits import load_json
from engine.record import Record
from engine.referee.action import Action
from engine.referee.dice import commitment
from engine.referee.encoded_text import decode, encode
from engine.referee.frame import Choice
from engine.referee.game import Game
from engine.referee.history import History, SavedStep, Step
from engine.referee.progress import Progress
from engine.referee.refusal import RulesBug
from engine.referee.ruling import NewDice
from engine.referee.save_fields import SaveFields, step_row
from engine.referee.session import Refused, Session, Start, Takeback
from engine.referee.state import State

FORMAT: Final = 3
MIGRATIONS: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {
    1: lambda raw: {**raw, "contributions": [], "commitments": {}},
    2: lambda raw: raw,
}
"""Format n → how to turn it into format n + 1.

Format 1 had a seed that no side gave anything to; format 2 had no actions that were submitted together.
"""
HIDDEN: Final = "hidden"
"""The part of a save that is encoded, so that it is not readable at first sight."""
LINE: Final = 108
"""Letters in each line of the encoded part."""
LARGEST: Final = 64 * 2**20
_ESCAPED_SURROGATE: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""Surrogates: JSON can spell them, but they cannot be written as UTF-8."""

Lookup = Callable[[str], Game]


class Save(Record):
    """A saved game as it is stored; `snapshot` is only a cache."""

    start: Start
    rules_version: int
    steps: tuple[SavedStep, ...]
    takebacks: tuple[Takeback, ...] = ()
    snapshot: Any = None
    bots: Mapping[str, str] = {}
    """The sides that bots play, each with the name of its bot."""

    @property
    def seed(self) -> str:
        """The seed of the dice at the end: of the last change of dice, or the first one."""
        for step in reversed(self.steps):
            if isinstance(step.action, NewDice):
                return step.action.seed
        return self.start.seed

    def open_part(self) -> dict[str, Any]:
        """The part that is not encoded."""
        start = self.start
        return {
            "startline": "saved game",
            "format": FORMAT,
            "rules_version": self.rules_version,
            "game": start.game,
            "kind": start.kind,
            "scenario": start.key,
            "options": dict(start.options),
            "seal": commitment(start.seed),
            "commitments": {given.side: given.commitment for given in start.contributions},
            "text_seal": text_seal(start.text),
            "text": start.text,
            "takebacks": [[taken.at, *taken.consent] for taken in self.takebacks],
            **({"bots": dict(self.bots)} if self.bots else {}),
        }

    def _secrets(self) -> dict[str, Any]:
        start = self.start
        return {"seed": start.seed, "contributions": [given.plain() for given in start.contributions]}

    def _played(self) -> dict[str, Any]:
        rows = [step_row(s.side, str(s.action), s.digest, s.auto, s.joined) for s in self.steps]
        return {"actions": rows, "snapshot": self.snapshot}

    def plain(self) -> dict[str, Any]:
        """Everything as plain values, nothing encoded."""
        return self.open_part() | self._secrets() | self._played()

    def header(self) -> dict[str, Any]:
        """Everything but the actions and the snapshot."""
        return self.open_part() | {HIDDEN: encode(_spelled(self._secrets()))}

    def dumps(self) -> str:
        """One JSON text: the open part in a line each, then what is encoded."""
        lines = [f"{_spelled(name)}: {_spelled(value)}" for name, value in self.open_part().items()]
        hidden = encode(_spelled(self._secrets() | self._played()))
        parts = (f'"{hidden[at : at + LINE]}"' for at in range(0, len(hidden), LINE))
        lines.append(f'"{HIDDEN}": [\n' + ",\n".join(parts) + "\n]")
        return "{" + ",\n".join(lines) + "}\n"


def _spelled(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def text_seal(text: str) -> str:
    """The hash of the scenario text, which no digest of a position covers."""
    return blake2b(text.encode(), digest_size=8).hexdigest()


class Divergence(BadInput):
    """A replay differs from the save: at which action, and how."""

    def __init__(self, action: int, why: str) -> None:
        super().__init__(
            f"Action {action} no longer leads where it did: {why}; the game is good up to action {action - 1}"
        )
        self.action = action


def saved(session: Session) -> Save:
    """The game as it stands, ready to be written."""
    return Save(
        session.start,
        session.game.rules_version,
        tuple(session.history.saved_steps()),
        tuple(session.takebacks),
        session.game.codec.encode_state(session.state),
        session.bots,
    )


def recorder(session: Session) -> Callable[[], Save]:
    """A function that returns the actions of the game as they are now; another thread may call it."""
    start, version, history = session.start, session.game.rules_version, session.history.copy()
    return lambda: Save(start, version, tuple(history.saved_steps()))


def snapshot_fits(save: Save, session: Session) -> bool:
    """False if the save has a snapshot under the same rules that is not the position of this game."""
    if save.snapshot is None or save.rules_version != session.game.rules_version:
        return True
    return bool(save.snapshot == session.game.codec.encode_state(session.state))


def header(session: Session) -> dict[str, Any]:
    """The header of the game, without its actions."""
    save = Save(session.start, session.game.rules_version, (), tuple(session.takebacks), bots=session.bots)
    return save.header()


def loads(text: str) -> Save:
    """Read a save; BadInput if it is not one or damaged."""
    return from_plain(_read_json(text, "This is not a saved game"))


def _read_json(text: str, otherwise: str) -> Any:
    try:
        raw = load_json(text, "This saved game")
        if _ESCAPED_SURROGATE.search(text):
            json.dumps(raw, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{otherwise}: {error}") from None
    return raw


def _uncovered(raw: dict[str, Any]) -> dict[str, Any]:
    """The save with what was encoded in it as plain values."""
    hidden = raw.get(HIDDEN)
    if isinstance(hidden, list) and all(isinstance(line, str) for line in hidden):
        hidden = "".join(hidden)
    if not isinstance(hidden, str):
        raise BadInput(f"`{HIDDEN}` of this saved game should be a text; the file is damaged")
    try:
        found = _read_json(decode(hidden), "the encoded part cannot be read")
    except BadInput as problem:
        raise BadInput(f"This saved game is damaged: {problem}") from None
    if not isinstance(found, dict):
        raise BadInput(f"`{HIDDEN}` of this saved game should hold a table; the file is damaged")
    return {**{name: value for name, value in raw.items() if name != HIDDEN}, **found}


def from_plain(raw: Any) -> Save:
    """Read a save out of plain JSON values: its header together with `actions` and `snapshot`."""
    if not isinstance(raw, dict) or raw.get("startline") != "saved game":
        raise BadInput("This is not a saved game of Startline; choose another file")
    written = raw.get("format")
    if type(written) is not int or written < 1:
        raise BadInput(f"This saved game has no format number, but {str(written)[:20]!r}; it is damaged")
    if written > FORMAT:
        raise BadInput(
            f"This game was saved by a newer Startline (format {written}, not {FORMAT}); update Startline"
        )
    if HIDDEN in raw:
        raw = _uncovered(raw)
    for version in range(written, FORMAT):
        try:
            raw = MIGRATIONS[version](raw)
        except Exception as error:
            raise BadInput(
                f"This saved game of the older format {version} cannot be read any more ({error!r:.60});"
                " it is damaged"
            ) from error
    found = SaveFields.of(raw)
    start = Start(
        found.game, found.kind, found.scenario, found.text, found.seed, found.options, found.given()
    )
    if commitment(start.seed) != found.seal:
        raise BadInput(
            "The seed of this saved game does not fit its seal: the file is damaged, or the dice are loaded"
        )
    if text_seal(start.text) != found.text_seal:
        raise BadInput("The scenario inside this saved game does not fit its seal; the file is damaged")
    bots = {side: name for side, name in found.bots.items() if name}
    return Save(start, found.rules_version, found.steps(), found.agreements(), found.snapshot, bots)


def restore(save: Save, lookup: Lookup, progress: Progress | None = None) -> Session:
    """Open the game: from the snapshot if the rules version is the same, else by replaying all actions."""
    game = lookup(save.start.game)
    if save.rules_version > game.rules_version:
        raise BadInput(f"This game was saved under newer rules of {game.title}; update Startline")
    if save.steps and not must_be_replayed(save, lookup):
        return _from_snapshot(save, game)
    return replay(save, game, progress)


def must_be_replayed(save: Save, lookup: Lookup) -> bool:
    """True unless the snapshot was made by the same rules version."""
    same = save.rules_version == lookup(save.start.game).rules_version and save.snapshot is not None
    return bool(save.steps) and not same


def replay(save: Save, game: Game, progress: Progress | None = None) -> Session:
    """Play every action again and compare each position with its digest."""
    if save.rules_version < game.rules_version:
        save = _respelled(save, game)
    session = begin_again(game, save.start)
    for number, step in enumerate(save.steps, start=1):
        play_again(session, number, step)
        if progress is not None:
            progress(number, len(save.steps))
    session.takebacks, session.bots = list(save.takebacks), save.bots
    return session


def _respelled(save: Save, game: Game) -> Save:
    try:
        return game.migrate(save)
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(
            f"This game cannot be brought from rules {save.rules_version} of {game.title} to rules"
            f" {game.rules_version} ({error!r:.60}); the file is damaged"
        ) from error


def play_again(session: Session, number: int, step: SavedStep) -> None:
    """Repeat one action of a save; Divergence if it leads to another position than before."""
    repeat(session, number, step)
    if not session.history.agrees(number, step.digest):
        found = session.history.digest(number)
        raise Divergence(number, f"{_described(step)} gives digest {found}, the save says {step.digest}")


def repeat(session: Session, number: int, step: SavedStep) -> None:
    """Repeat one action of a save without comparing the position. Divergence if it is refused."""
    done = step.action
    try:
        if not isinstance(done, Action):
            answer = session.rule(done)
        else:
            answer = session.submit(step.side, done, auto=step.auto)
    except RulesBug as bug:
        raise Divergence(number, str(bug)) from bug
    if isinstance(answer, Refused):
        raise Divergence(number, f"{_described(step)} is refused: {answer.refusals[0]}")
    session.history.last.joined = step.joined


def _described(step: SavedStep) -> str:
    done = step.action
    return done.title if not isinstance(done, Action) else f"{done} of {step.side}"


def _from_snapshot(save: Save, game: Game) -> Session:
    scenario = begin_again(game, save.start).state.scenario
    state = game.codec.decode_state(save.snapshot, scenario, game.kinds)
    _check_decision(state)
    weight = game.codec.weigh_tables(state)
    last = save.steps[-1]
    if state.dice.seed != save.seed or not game.codec.fits(state, weight, last.digest):
        raise BadInput("The snapshot of this saved game does not fit its last action; the file is damaged")
    step = Step.last_of(last, state, weight)
    history = History(
        game.codec,
        step,
        list(save.steps),
        lambda progress: list(replay(save, game, progress).history.all()),
    )
    session = Session(game, save.start, history)
    session.takebacks, session.bots = list(save.takebacks), save.bots
    return session


def begin_again(game: Game, start: Start) -> Session:
    """The game before its first action; BadInput if it cannot be set up."""
    try:
        return Session.begin(game, start)
    except RulesBug as bug:
        raise BadInput(f"The game cannot be set up from this save: {bug}") from bug


def _check_decision(state: State) -> None:
    if state.frames and not isinstance(state.frames[-1], Choice):
        raise BadInput(
            "The snapshot of this saved game stops in the middle of a procedure; the file is damaged"
        )


def write(save: Save, path: Path) -> None:
    """Write the save atomically: a crash leaves the old file or the new one, never a part."""
    write_atomically(path, save.dumps().encode(), create_folder=False)


def read(path: Path) -> Save:
    """Read a save from a file."""
    return loads(read_text(path, "saved game"))


def read_text(path: Path, what: str) -> str:
    """The text of a file that a user named; BadInput if it cannot be read."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise BadInput(f"{path} is a folder or a device and not a {what}; choose another file")
        if found.st_size > LARGEST:
            raise BadInput(f"{path} is larger than {LARGEST >> 20} MiB and not a {what}; choose another file")
        return path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a text file and not a {what}; choose another file") from None
    except ValueError as error:
        raise BadInput(f"{str(path)!r} is not a name of a file: {error}") from None
