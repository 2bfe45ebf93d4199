"""What a worked example claims of the preview of its last action: modifiers and chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from engine.bad_input import BadInput
from engine.record import Record
from engine.referee.modifier import Modifier, signed
from engine.referee.preview import PossibleOutcome


class ModifierClaim(Record):
    """`+1 4.save-support for the defender's save`: amount and case, and whose die or strength it changes."""

    line: str
    group: str = ""

    def fits(self, modifier: Modifier) -> bool:
        return self.line == _line(modifier) and self.group.casefold() in modifier.group.casefold()


class ChanceClaim(Record):
    """Some words of one possible outcome and its exact probability."""

    words: str
    chance: Fraction


def modifier_claims(lines: tuple[str, ...]) -> tuple[ModifierClaim, ...]:
    """Read `modifiers`."""
    read = []
    for text in lines:
        line, _, group = " ".join(text.split()).partition(" for ")
        read.append(ModifierClaim(line, group.removeprefix("the ")))
    return tuple(read)


def chance_claims(chances: Mapping[str, str]) -> tuple[ChanceClaim, ...]:
    """Read `chances`; BadInput if a value is not a probability."""
    return tuple(ChanceClaim(words, _chance(text)) for words, text in chances.items())


def _chance(text: str) -> Fraction:
    try:
        percent = text.endswith("%")
        chance = Fraction(text.removesuffix("%").strip()) / (100 if percent else 1)
    except (ValueError, ZeroDivisionError, OverflowError):
        chance = Fraction(-1)
    if not 0 <= chance <= 1 or len(text) > 40:
        raise BadInput(f"{text!r:.60} under `chances` should be a probability such as 3/10 or 30%")
    return chance


def judge_modifiers(wanted: tuple[ModifierClaim, ...], found: tuple[Modifier, ...]) -> Iterator[str]:
    """Exactly these, in any order."""
    left, missing = list(found), []
    for claim in sorted(wanted, key=lambda claim: not claim.group):
        fitting = next((modifier for modifier in left if claim.fits(modifier)), None)
        if fitting is None:
            missing.append(claim)
        else:
            left.remove(fitting)
    if left or missing:
        named = any(claim.group for claim in wanted)
        asked = [claim.line + (f" for {claim.group}" if claim.group else "") for claim in wanted]
        listed = [_line(modifier) + (f" for {modifier.group}" if named else "") for modifier in found]
        yield f"the modifiers should be {', '.join(asked) or 'none'}, but are {', '.join(listed) or 'none'}"


def judge_chances(wanted: tuple[ChanceClaim, ...], found: tuple[PossibleOutcome, ...]) -> Iterator[str]:
    """Each claim must match one outcome."""
    listed = "; ".join(f"{outcome.text} {outcome.probability}" for outcome in found) or "none"
    for claim in wanted:
        meant = [outcome for outcome in found if claim.words in outcome.text]
        if len(meant) != 1:
            yield f"{claim.words!r} should be one of the possible outcomes, which are: {listed}"
        elif meant[0].probability != claim.chance:
            yield f"the chance of {meant[0].text!r} should be {claim.chance}, but is {meant[0].probability}"


def _line(modifier: Modifier) -> str:
    return f"{signed(modifier.amount)} {modifier.case}{' waived' if modifier.waived else ''}"
