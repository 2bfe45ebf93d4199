"""One side's place at a game: everything that a window or a player of this side may ask.

A window reads a game through this alone. It never gets a position, only what one side may see of it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from engine.referee.action import Action
from engine.referee.allotment import Allotment
from engine.referee.bill import BillLine, bill
from engine.referee.checklist import Checklist, with_log
from engine.referee.event import Event
from engine.referee.first_roll import FirstRoll
from engine.referee.frame import Choice, Frame
from engine.referee.history import Step
from engine.referee.look_ahead import LookAhead
from engine.referee.outcome import Outcome
from engine.referee.preview import Preview
from engine.referee.refusal import REFEREE, Refusal
from engine.referee.score import ScoreSheet
from engine.referee.session import Decision, Session
from engine.referee.view import Overlay, View
from engine.referee.visible_step import VisibleStep


class Seat:
    """Reads a session for one side; None sees the open table and decides nothing.

    What belongs to the decision of another side is empty here.
    """

    def __init__(self, session: Session, side: str | None) -> None:
        self._session = session
        self.side = side

    @property
    def view(self) -> View:
        """The table as this side sees it."""
        return self._session.view(self.side)

    @property
    def decision(self) -> Decision | None:
        """What this side is asked now; None if it is not asked."""
        return self._session.decision if self._choice is not None else None

    @property
    def awaited(self) -> Decision | None:
        """Who is asked now and where in the sequence of play; what is asked is told to that side alone."""
        choice = self._session.choice
        if choice is None:
            return None
        asked = self.decision
        if asked is not None:
            return asked
        titles = (frame.title for frame in self._session.state.frames)
        return Decision(choice.side, "", tuple(filter(None, titles)))

    @property
    def asks_across_the_table(self) -> bool:
        """Can this side answer its decision while the others look on?"""
        choice = self._choice
        return choice is not None and choice.asks_across_the_table(self._session.state)

    @property
    def is_asked_in_secret(self) -> bool:
        """Must the others not see what this side answers?"""
        choice = self._choice
        return choice is not None and choice.is_secret(self._session.state)

    def allotment(self) -> Allotment | None:
        """The decision of this side as points that are allotted over purposes, if it is of that kind."""
        choice = self._choice
        return choice.allotment(self._session.state) if choice is not None else None

    @property
    def has_checklist(self) -> bool:
        """Is a procedure going on that is shown step by step?"""
        return any(type(frame).checklist is not Frame.checklist for frame in self._session.state.frames)

    def checklist(self, known_from: int = -1) -> Checklist | None:
        """The procedure that is going on, step by step, with what the log says of it; None if there is none.

        Steps up to `known_from` have not been replayed and are not looked at.
        """
        found = self._checklist_of(self.side)
        if found is None:
            return None
        depth, checklist = found
        began = self._begin_of(depth, known_from)
        return (
            with_log(checklist, [event for _, event in self.log(began)]) if began > known_from else checklist
        )

    def _checklist_of(self, side: str | None) -> tuple[int, Checklist] | None:
        """The innermost procedure with a list, and how deep it lies."""
        state = self._session.state
        for depth in range(len(state.frames) - 1, -1, -1):
            found = state.frames[depth].checklist(state, side)
            if found is not None:
                return depth, found
        return None

    def _begin_of(self, depth: int, known_from: int) -> int:
        """The step in which the frame at this depth began, or the first one that is known."""
        session = self._session
        kind, at = type(session.state.frames[depth]), len(session)
        while at - 1 > max(known_from, 0):
            frames = session.history[at - 1].outline.frames
            if len(frames) <= depth or type(frames[depth]) is not kind:
                break
            at -= 1
        return at

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before its end."""
        return self._session.outcome

    def score_sheets(self) -> tuple[ScoreSheet, ...]:
        """The score line by line; only after the game, when everything lies open."""
        session = self._session
        return session.game.score_sheets(session.state) if session.outcome is not None else ()

    @property
    def _choice(self) -> Choice | None:
        choice = self._session.choice
        return choice if choice is not None and choice.side == self.side else None

    def log(self, since: int = 0) -> list[tuple[int, Event]]:
        """The sentences this side may read, each with the step it belongs to."""
        return self._session.log(self.side, since)

    def overlays(self, keys: Container[str] | None = None, at: int | None = None) -> list[Overlay]:
        """What this side may lay over the map: everything or these, now or after an earlier action."""
        game, side = self._session.game, self.side
        state = self._session.at(len(self._session) if at is None else at)
        return list(game.overlays(state, side) if keys is None else game.overlays_among(state, side, keys))

    @property
    def overlay_from_hex(self) -> str:
        """What the game lays over the map for one hex that is pointed at; empty if it has nothing."""
        return self._session.game.overlay_from_hex

    def overlays_from(self, here: str) -> list[Overlay]:
        """What this side may lay over the map for one hex that is pointed at."""
        return list(self._session.game.overlays_from(self._session.state, self.side, here))

    # the past

    @property
    def actions_taken(self) -> int:
        """The number of actions so far."""
        return len(self._session)

    def step(self, at: int) -> VisibleStep:
        """What this side may know of the step with this number; 0 is the opening position."""
        return self._visible(at, self._session.history[at])

    def steps(self) -> Iterator[VisibleStep]:
        """Every step from the opening position on, as far as this side may know it."""
        before: VisibleStep | None = None
        for at, step in enumerate(self._session.history.all()):
            before = self._visible(at, step, before)
            yield before

    def results(self, since: int) -> list[Event]:
        """What this side may read of the steps behind this one in which dice fell or something was shown."""
        steps = (self.step(number) for number in range(since + 1, self.actions_taken + 1))
        return [event for step in steps if step.is_barrier for event in step.events]

    def undone(self) -> list[VisibleStep]:
        """The steps that redo would bring back, the next one first."""
        first = len(self._session) + 1
        return [self._visible(at, step) for at, step in enumerate(self._session.taken_back, start=first)]

    def view_at(self, at: int) -> View:
        """The table after this number of actions, as this side could see it."""
        return self._session.game.view(self._session.at(at), self.side)

    def _visible(self, at: int, step: Step, before: VisibleStep | None = None) -> VisibleStep:
        return VisibleStep(at, step, self._session.game, self.side, before)

    # what can be done

    def legal(self) -> list[Action]:
        """Everything this side may do now."""
        return self._session.legal() if self._choice is not None else []

    def refusals(self, action: Action) -> list[Refusal]:
        """Every reason why this side may not do that now; none means legal."""
        return self._session.refusals(self.side or "", action)

    def preview(self, action: Action) -> Preview | None:
        """What would come of an action; None if it is refused."""
        answer = self._session.preview(self.side or "", action)
        return answer if isinstance(answer, Preview) else None

    def look_ahead(self, *actions: Action) -> LookAhead | None:
        """The decision of this side after these actions; None if nobody can look that far."""
        return self._session.look_ahead(*actions) if self._choice is not None else None

    def first_roll(self, *actions: Action) -> FirstRoll | None:
        """The roll that would follow from the last of these actions; None if no die would fall."""
        ahead = self.look_ahead(*actions[:-1])
        return ahead.first_roll(actions[-1]) if ahead is not None else None

    def way_out(self) -> Action | None:
        """The action that goes back one step."""
        choice = self._choice
        return choice.way_out(self._session.state) if choice is not None else None

    def cases_of(self, action: Action) -> tuple[str, ...]:
        """The cases of the rules that an action of this side is about, the nearest first.

        Where the rules say nothing about the single action: what they cite against one that is none.
        """
        choice, state = self._choice, self._session.state
        if choice is None:
            return ()
        cited = (refusal.case for refusal in choice.refusals(state, Action("nothing")))
        found = choice.cases_of(action) or tuple(dict.fromkeys(cited))
        return tuple(case for case in found if case not in ("", REFEREE))

    def default(self) -> Action | None:
        """The answer that changes nothing, if there is one."""
        choice = self._choice
        return choice.default(self._session.state) if choice is not None else None

    def is_ending(self, action: Action) -> bool:
        """Does this action end the decision?"""
        choice = self._choice
        return choice is not None and choice.is_ending(action)

    def kinds_of_action(self) -> list[tuple[str, str]]:
        """Every verb and kind of target that could be legal in this decision."""
        choice = self._choice
        if choice is None:
            return []
        return list(dict.fromkeys((a.verb, a.kind) for a in choice.candidates(self._session.state)))

    # how it is shown

    def label(self, action: Action) -> str:
        """What a button for this action says."""
        choice = self._choice
        return choice.label(self._session.state, action) if choice is not None else str(action)

    def heading(self, verb: str) -> str:
        """What the actions with this verb are called together."""
        choice = self._choice
        return choice.heading(self._session.state, verb) if choice is not None else verb

    def reminders(self, action: Action) -> list[str]:
        """What the side may have forgotten if it does this now."""
        choice = self._choice
        return list(choice.reminders(self._session.state, action)) if choice is not None else []

    @property
    def spends(self) -> tuple[str, ...]:
        """The tracks that the side pays from in its decision."""
        choice = self._choice
        return tuple(choice.spends(self._session.state)) if choice is not None else ()

    def bill(self, since: int) -> list[BillLine]:
        """What the side has used up since a step, of what it pays from in its decision."""
        before = self.view if since == self.actions_taken else self.view_at(since)
        return bill(self.spends, before, self.view)

    def subjects(self) -> frozenset[str]:
        """The units that the decision is about."""
        choice = self._choice
        return frozenset(choice.subjects(self._session.state)) if choice is not None else frozenset()

    def whereabouts(self) -> tuple[str, ...]:
        """The hexes and hexsides that the decision is about."""
        choice = self._choice
        return tuple(choice.whereabouts(self._session.state)) if choice is not None else ()

    def region_hexes(self, region: str) -> Sequence[str]:
        """The hexes of a region of the map."""
        return self._session.scenario.region_hexes(region)

    def regions_at(self, hex_id: str) -> list[str]:
        """The regions of the map that a hex belongs to."""
        regions = self._session.scenario.map_targets.get("region", ())
        return [region for region in regions if hex_id in self.region_hexes(region)]

    def drawn(self, action: Action) -> tuple[str, ...]:
        """The hexsides that an action would draw."""
        choice = self._choice
        return tuple(choice.drawn(self._session.state, action)) if choice is not None else ()
