"""The only bridge between a session and the window: what can be done, what was said, what lies where."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.map.counters.counter_style import CounterStyle
from app.play.history.chapters import beginning_of_phase, start_of_phase
from app.play.players.seating import Seating
from app.play.scenario_names import ScenarioNames
from app.play.stake import Stake, stake_of
from app.play.targets import Offer, Targets, WhyNot
from app.play.why_not import Attempt
from engine.referee.action import Action
from engine.referee.bill import BillLine
from engine.referee.event import Event
from engine.referee.look_ahead import LookAhead
from engine.referee.outcome import Outcome
from engine.referee.plan import Plan
from engine.referee.preview import Preview
from engine.referee.public_seat import PublicSeat, seat_of
from engine.referee.public_view import EVERYBODY
from engine.referee.refusal import REFEREE, Refusal, RulesBug
from engine.referee.ruling import Ruling
from engine.referee.seat import Seat
from engine.referee.session import Accepted, Answer, Decision, Refused, Session
from engine.referee.view import Counter, Overlay, View
from engine.referee.view_change import ViewChange
from engine.referee.visible_log import LogLine, VisibleLog

if TYPE_CHECKING:
    from engine.referee.correction_draft import CorrectionDraft


_PLAIN_KINDS = ("none", "number", "box", "side", "formation")


class PlayController(ScenarioNames):
    """Holds one session. Widgets read from it and send back only what it has offered."""

    changed = Signal(object)
    """Something is different: a `ViewChange` says what on the table; None means that anything may be."""
    broke = Signal(str)
    """The rules code has a bug; the game stands as it was before the action."""

    plan_refused = Signal(object)
    """The refusals of an action that cannot be added to the plan."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(session, parent)
        self.seating = Seating(session)
        """Which sides people play, and which bots."""
        self.play_single_options = False
        self.confirms_rolls: Callable[[], bool] = lambda: False
        """Must a player confirm before dice fall? Then a single option that rolls is not played by itself."""
        self.counter_style = CounterStyle.of(self.document, session.sides)
        self._log_from = len(session) if not session.past_is_known else -1
        """The steps up to this one have not been replayed."""
        self._visible_log = VisibleLog(session)
        self._offers: tuple[Offer, ...] = ()
        self._previews: dict[Action, Preview | None] = {}
        self.targets = Targets()
        self._singled_out: tuple[str, str] | None = None
        self._view: View
        self._decision: Decision | None = None
        self._past: int | None = None
        self._draft: CorrectionDraft | None = None
        self._plan: Plan | None = None
        self.others_look_on: Callable[[], bool] = lambda: False
        """Do the players of the other sides look at the table while the deciding side answers?"""
        self._asked_across = False
        self._read()

    # the decision

    @property
    def decision(self) -> Decision | None:
        """Who is asked what; None when the game is over."""
        return self._decision

    @property
    def awaited(self) -> Decision | None:
        """Who is asked now, as far as the viewing side may know it; None when the game is over."""
        return self.seat.awaited

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.session.outcome

    @property
    def viewing_side(self) -> str | None:
        """Whose view is shown: the deciding side, or who looks on while a bot decides (`Seating`)."""
        return self.seating.viewing_side

    def seat_bots(self, bots: Mapping[str, str]) -> None:
        """Bots play these sides from now on, each by its name."""
        self.session.seat_bots(bots)
        self._read_anew()

    @property
    def seat(self) -> Seat:
        """What the side that is looking may ask the session, or the trial of its plan."""
        if self._asked_across:
            return PublicSeat(self.session, self.viewing_side)
        return seat_of(self.session if self.plan is None else self.plan.trial, self.viewing_side)

    @property
    def asked_across(self) -> bool:
        """Is this a question across the table? Then everybody looks on, and nothing secret is shown."""
        return self._asked_across

    @property
    def asked_in_secret(self) -> bool:
        """Is this a question across the table at which the others look away while it is answered?"""
        return self._asked_across and self.seat.is_asked_in_secret

    def read_for_new_player(self) -> None:
        """Another player looks at the table now."""
        self._read_anew()

    @property
    def read_only(self) -> str:
        """Why nothing may be done in this game, as a sentence; empty if it is being played."""
        return self.session.read_only

    @property
    def can_decide(self) -> bool:
        """Is somebody asked something here who may answer?"""
        return self.decision is not None and not self.read_only

    @property
    def can_try(self) -> bool:
        """Does a click on something that is not on offer ask why not?"""
        return self.decision is not None and not self.correcting and not self.asked_across

    def end_play(self, why: str) -> None:
        """From now on this game can only be looked at."""
        self.session.read_only = why
        self._read_anew()

    # the past

    @property
    def step_number(self) -> int:
        """The step on the table: the present one, or the one that is looked back at."""
        return len(self.session) if self._past is None else self._past

    @property
    def looking_back(self) -> bool:
        """While the past is on the table, nothing is on offer."""
        return self._past is not None

    def look_at(self, step_number: int | None) -> None:
        """Put an earlier step on the table, as the viewing side could see it; None is now."""
        if step_number != self._past:
            self._past = step_number
            self._read_anew()

    @property
    def correcting(self) -> bool:
        """While the position is corrected the whole table is shown, and nothing is on offer."""
        return self._draft is not None

    def lay_open(self, draft: CorrectionDraft | None) -> None:
        """Show everything in a position that is being corrected; None goes back to the game."""
        self._draft = draft
        self._read_anew()

    @property
    def plan(self) -> Plan | None:
        """The plan that is on the table instead of the game: what is chosen is added to it."""
        return self._plan if self._past is None and self._draft is None else None

    def show_plan(self, plan: Plan | None) -> None:
        """Put a plan on the table, as it is now; None puts the game back."""
        self._plan = plan
        self._read_anew()

    def view_at(self, step_number: int) -> View:
        """What the viewing side could see at a step."""
        return self.seat.view_at(step_number)

    @property
    def known_from(self) -> int:
        """Steps behind this one are at hand; -1 if all are."""
        return self._log_from

    def start_of_phase(self) -> int:
        """How many actions are left if the phase is begun again."""
        if self.looking_back or self.read_only or self.plan is not None:
            return len(self.session)
        return start_of_phase(self.seat, self._log_from)

    def reset_phase(self) -> None:
        """Take back what the deciding side has done in this phase, as far as that is free."""
        self.go_to_length(self.start_of_phase())

    def go_to_length(self, actions: int) -> Sequence[Refusal]:
        """Undo or redo until this number of actions is reached: as far as that is free, or against bots."""
        self._plan = None
        if self.session.bots and actions < len(self.session):
            return self._back_or_forth(self.session.take_back_to(actions, self.session.sides))
        self.session.go_to_length(actions)
        return self._back_or_forth(None)

    @property
    def view(self) -> View:
        """The table as the deciding side sees it."""
        return self._view

    @property
    def offers(self) -> tuple[Offer, ...]:
        """Everything that can be done now."""
        return self._offers

    def heading(self, verb: str) -> str:
        """What the offers with this verb are called together."""
        return self.seat.heading(verb)

    @property
    def singled_out(self) -> tuple[str, str] | None:
        """The verb and kind of target that alone are lit, as long as they are on offer."""
        return self._singled_out

    def single_out(self, order: tuple[str, str] | None) -> None:
        """Light the targets of one order alone, or of all; whatever is offered stays on offer."""
        self._singled_out = order
        self._sort()
        self.changed.emit(ViewChange())

    def plain_offers(self) -> list[Offer]:
        """What can be done without pointing at the map."""
        boxes = {box.key for box in self._view.boxes}
        on_map = {marker.id for marker in self._view.markers if marker.place not in boxes}
        return [
            offer
            for offer in self._offers
            if offer.action.kind in _PLAIN_KINDS
            or (offer.action.kind == "marker" and offer.action.target not in on_map)
        ]

    def off_map_offers(self) -> list[Offer]:
        """What can be done with units that do not lie on the map, in the order in which they are offered."""
        boxes = {box.key for box in self._view.boxes}
        places = {counter.id: counter.place for counter in self._view.counters}
        return [
            offer
            for offer in self._offers
            if offer.action.kind == "unit" and places.get(offer.action.target, "") in boxes | {""}
        ]

    @property
    def default(self) -> Action | None:
        """The answer that changes nothing, if the decision has one and it is on offer."""
        action = self.seat.default()
        return action if any(offer.action == action for offer in self._offers) else None

    def endings(self) -> list[Offer]:
        """The answers that end the decision or leave everything as it is."""
        default = self.default
        return [o for o in self._offers if self.is_ending(o.action) or o.action == default]

    def cases_of(self, action: Action) -> tuple[str, ...]:
        """The cases of the rules that an action is about."""
        return self.seat.cases_of(action)

    def lit_hexes(self) -> frozenset[str]:
        """The hexes that are targets."""
        return self.targets.lit_hexes

    def lit_hexsides(self) -> frozenset[str]:
        """The hexsides that are targets."""
        return self.targets.lit_hexsides

    def lit_boxes(self) -> frozenset[str]:
        """The boxes that are targets."""
        return frozenset(self.targets.by_box)

    def offers_for_box(self, box: str) -> list[Offer]:
        """What can be done with this box."""
        return list(self.targets.by_box.get(box, ()))

    def outlined_by(self, action: Action) -> Sequence[str]:
        """The hexes that are outlined while an action is considered: those of its region."""
        return self.seat.region_hexes(action.target) if action.kind == "region" else ()

    def drawn_by(self, action: Action) -> tuple[str, ...]:
        """The hexsides that an action would draw."""
        return self.seat.drawn(action)

    def whereabouts(self) -> tuple[str, ...]:
        """The hexes and hexsides that the decision is about."""
        return () if self.looking_back else self.seat.whereabouts()

    def lit_units(self) -> frozenset[str]:
        """The units that are targets, themselves or through their formation."""
        return frozenset(self.targets.by_unit)

    def subjects(self) -> frozenset[str]:
        """The units that the decision is about."""
        return frozenset() if self.looking_back else self.seat.subjects()

    def offers_for_unit(self, unit: str) -> list[Offer]:
        """What can be done with this unit."""
        return list(self.targets.by_unit.get(unit, ()))

    def offers_at(self, hex_id: str, hexside: str = "") -> list[Offer]:
        """What a click there could mean."""
        targets = self.targets
        found = list(targets.by_side.get(hexside, ())) if hexside else []
        if targets.by_hex.get(hex_id) and hex_id not in self.whereabouts():
            # A side of the next hex can be meant, or the hex itself: the hex lies under the pointer.
            found = [offer for offer in found if offer.action.kind == "hexside"]
        found += targets.by_hex.get(hex_id, ())
        for counter in self.counters_at(hex_id):
            found += targets.by_unit.get(counter.id, ())
        for marker in self._view.markers:
            if marker.place in (hex_id, hexside):
                found += targets.by_marker.get(marker.id, ())
        for region, offers in targets.by_region.items():
            if hex_id in self.seat.region_hexes(region):
                found += offers
        if self.asked_across:  # Everybody looks on and may click: only what is pointed at by itself counts.
            found = [offer for offer in found if offer.action.kind != "formation"]
        return list(dict.fromkeys(found))

    def counters_at(self, place: str) -> list[Counter]:
        """The counters in a hex or box, as the deciding side sees them."""
        return [counter for counter in self._view.counters if counter.place == place]

    def why_not_unit(self, unit: str, insists: bool = False) -> list[WhyNot]:
        """Why nothing can be done with a unit, wherever it lies; of an enemy only to a player who insists."""
        counter = self._view.counter(unit)
        return self._tried("", [counter], insists) if counter is not None else []

    def why_not(self, hex_id: str) -> list[WhyNot]:
        """Why nothing can be done there, what is nearest to being legal first; empty if one only looks."""
        return self._tried(hex_id, self.counters_at(hex_id))

    def refused_at(self, hex_id: str) -> list[WhyNot]:
        """Everything that cannot be done there with its reasons, what is nearest to being legal first."""
        return self._tried(hex_id, self.counters_at(hex_id), every=True)

    def refused_for_unit(self, unit: str) -> list[WhyNot]:
        """Everything that cannot be done with a unit, wherever it lies, with its reasons."""
        counter = self._view.counter(unit)
        return self._tried("", [counter], every=True) if counter is not None else []

    def _tried(
        self, hex_id: str, counters: list[Counter], insists: bool = False, every: bool = False
    ) -> list[WhyNot]:
        seat = self.seat
        if self.decision is None or self.looking_back or self.correcting or self.asked_across:
            return []
        if self.read_only:
            return [WhyNot("", (Refusal(REFEREE, self.read_only),))]
        attempt = Attempt(seat, self._view, self._offers)
        if every:
            return attempt.refused(hex_id, counters)
        return attempt.explained(hex_id, counters, insists)

    def preview(self, action: Action) -> Preview | None:
        """What would come of an action that is offered; several panels ask, the session is asked once."""
        if action not in self._previews:
            self._previews[action] = self.seat.preview(action)
        return self._previews[action]

    def at_stake(self, actions: Sequence[Action]) -> Stake | None:
        """What is left to chance if these actions are done now; None if nothing is, or nothing is final."""
        if self.looking_back or self.correcting or self.plan is not None:
            return None
        return stake_of(self, actions)

    def place_of(self, action: Action) -> str:
        """The hex or hexside that an action points at, of a region the first hex; empty for none."""
        if action.kind in ("hex", "hexside"):
            return action.target
        if action.kind == "unit":
            return next(iter(self.places_of((action.target,))), "")
        if action.kind == "marker":
            return next((marker.place for marker in self._view.markers if marker.id == action.target), "")
        return next(iter(self.outlined_by(action)), "")

    def places_of(self, units: Container[str]) -> list[str]:
        """Where these units lie."""
        return [counter.place for counter in self._view.counters if counter.id in units]

    def look_ahead(self, *actions: Action) -> LookAhead | None:
        """The decision of the same side after these actions; None if nobody can look that far."""
        if self.looking_back or self.correcting:
            return None
        try:
            return self.seat.look_ahead(*actions)
        except RulesBug:
            return None  # It is reported when the action is played.

    def bill(self) -> list[BillLine]:
        """What the viewing side has used up in this phase, of what it pays from in its decision."""
        if self.looking_back or self.correcting:
            return []
        look = PublicSeat if self._asked_across else seat_of
        seat = look(self.session, self.viewing_side)
        return seat.bill(beginning_of_phase(seat, self._log_from)) if seat.spends else []

    def reminders(self, action: Action, *further: Action) -> list[str]:
        """What the side may have forgotten if it does this now, or this and then the others."""
        found = self.seat.reminders(action)
        for number, later in enumerate(further):
            ahead = self.look_ahead(action, *further[:number])
            found += ahead.reminders(later) if ahead is not None else []
        return list(dict.fromkeys(found))

    def way_out(self) -> Offer | None:
        """The offer that goes back one step, if the decision has one."""
        action = self.seat.way_out()
        return next((offer for offer in self._offers if offer.action == action), None)

    def is_ending(self, action: Action) -> bool:
        """Does this action end the decision?"""
        return self.seat.is_ending(action)

    # acting

    def act(self, action: Action, *further: Action) -> bool:
        """Send an action that is on offer; anything else is not sent at all.

        Further actions are sent with it as one group, which is done, undone and redone as a whole.
        """
        side = self.viewing_side
        if side is None or all(offer.action != action for offer in self._offers):
            return False
        if self.plan is not None:
            return self._add_to_plan(self.plan, action, *further)
        return self._submit(side, action, *further)

    def act_for_bot(self, action: Action) -> bool:
        """Send what the bot of the deciding side has chosen."""
        side = self.session.deciding_side
        return side in self.session.bots and side is not None and self._submit(side, action)

    def _submit(self, side: str, action: Action, *further: Action) -> bool:
        before = self._view
        try:
            answer = self.session.submit(side, action, *further)
            if isinstance(answer, Accepted) and self.play_single_options:
                self.session.play_forced(stop_before_dice=self.confirms_rolls())
        except RulesBug as bug:
            self._read_anew()
            self.broke.emit(str(bug))
            return False
        self._read()
        same_side = before.side == self._view.side
        self.changed.emit(ViewChange.between(before, self._view) if same_side else None)
        return isinstance(answer, Accepted)

    def _add_to_plan(self, plan: Plan, *actions: Action) -> bool:
        refusals = plan.add(*actions)
        self._read_anew()
        if refusals:
            self.plan_refused.emit(refusals)
        return not refusals

    def rule(self, ruling: Ruling) -> Answer:
        """End the game by resignation or agreement; the reasons if that is not possible."""
        answer = self.session.rule(ruling)
        if isinstance(answer, Accepted):
            self._read_anew()
        return answer

    @property
    def can_undo(self) -> bool:
        """Has anything been done, since the dice are this game's own? Or planned, while a plan is made?"""
        if self.plan is not None:
            return bool(self.plan.items or self.plan.pending)
        return self.session.can_undo and not self.looking_back and not self.correcting

    @property
    def can_redo(self) -> bool:
        """Has anything been taken back?"""
        present = self.plan is None and not self.looking_back and not self.correcting
        return present and self.session.can_redo and not self.read_only

    def undo_needs_consent(self) -> bool:
        """Would it undo dice, a revelation or another side's action?"""
        return self.plan is None and self.session.undo_needs_consent()

    @property
    def undo_crosses_hand_over(self) -> bool:
        """Is it only that another side did it which stands in the way of undo?"""
        return self.session.undo_crosses_hand_over

    def undo(self, consent: Iterable[str] = ()) -> Sequence[Refusal]:
        """Take the last action back, or the last item of a plan; the reasons if that is not possible."""
        if self.plan is not None:
            self.plan.take_back()
            self._read_anew()
            return ()
        return self._back_or_forth(self.session.undo(consent))

    def redo(self) -> Sequence[Refusal]:
        """Do again what was taken back."""
        return self._back_or_forth(self.session.redo())

    def _back_or_forth(self, answer: Refused | None) -> Sequence[Refusal]:
        if answer is not None:
            return answer.refusals
        self._log_from = min(self._log_from, len(self.session))
        self._read_anew()
        return ()

    # reading

    def log(self) -> list[LogLine]:
        """The sentences that the viewing side may read, as far back as they are at hand."""
        reader = EVERYBODY if self._asked_across else self.viewing_side
        return self._visible_log.lines(reader, self._log_from + 1)

    def results_since(self, step_number: int) -> list[Event]:
        """What the viewing side may read of the rolls after a step, and of what came of them."""
        return self.seat.results(max(step_number, self._log_from)) if self.plan is None else []

    def public_results_since(self, step_number: int) -> list[Event]:
        """The same, as far as all sides may read it."""
        return PublicSeat(self.session, self.viewing_side).results(max(step_number, self._log_from))

    @property
    def log_is_whole(self) -> bool:
        """False while the beginning of a long game has not been replayed."""
        return self._log_from < 0

    def know_all(self, tell: bool = True) -> None:
        """The beginning has been replayed; who does not `tell` that will tell something else right after."""
        self._log_from = -1
        if tell:
            self.changed.emit(None)

    def overlays(self, keys: Container[str] | None = None) -> list[Overlay]:
        """What the game offers to lay over the map, as the deciding side may see it: all of it, or these."""
        if self._draft is not None:
            return self._draft.overlays(keys)
        return self.seat.overlays(keys, self._past)

    def _read_anew(self) -> None:
        """Anything may be different: after an undo, in the past, in a correction."""
        self._read()
        self.changed.emit(None)

    def _read(self) -> None:
        """Ask the session once; everything shown comes from these answers."""
        self._previews = {}
        self._asked_across = self._past is None and self._draft is None and self.others_look_on()
        seat = self.seat
        self._decision = seat.decision
        offered: list[Action] = []
        if self._draft is not None:
            self._view = self._draft.view
        elif self._past is not None:
            self._view = self.view_at(self._past)
        else:
            self._view = seat.view
            offered = seat.legal()
        self._offers = tuple(Offer(action, seat.label(action)) for action in offered)
        self._sort()

    def _sort(self) -> None:
        """By what is pointed at: where a click finds them."""
        meant = [o for o in self._offers if (o.action.verb, o.action.kind) == self._singled_out]
        if not meant:
            self._singled_out = None
        self.targets = Targets.of(meant or self._offers, self._view, self.drawn_by, self.seat.region_hexes)
