"""The table: decision bar and map, and the panels around them, all fed by one controller."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLineF, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QShortcut
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.map.counters.counter_art import CounterArt
from app.map.geometry import HEX_SIZE
from app.map.map_scene import MapScene
from app.map.map_view import MapView
from app.map.terrain.printed_map import PrintedMap
from app.play.decision_bar import DecisionBar
from app.play.history.load_past import load_last
from app.play.map_input.commitment import Commitment
from app.play.map_input.context_menu import add_refused, add_rules
from app.play.map_input.foresight import Foresight
from app.play.map_input.map_note import TableNote
from app.play.map_input.overlay_switches import OverlaySwitches
from app.play.map_input.scroll_to_decision import Following
from app.play.map_input.stack_fan_opener import FanOpener
from app.play.map_input.tab_through_targets import TargetSteps
from app.play.map_input.unit_drag import Dragging
from app.play.panels.boxes_panel import BoxesPanel
from app.play.panels.checklist_panel import ChecklistPanel
from app.play.panels.forces_panel import ForcesPanel
from app.play.panels.inspector import Inspector
from app.play.panels.log_panel import LogPanel
from app.play.panels.odds_panel import OddsPanel
from app.play.panels.orders_panel import OrdersPanel
from app.play.panels.tracks_panel import TracksPanel
from app.play.plan.plan_panel import PlanBar, PlanPanel
from app.play.plan.planning import Planning
from app.play.play_controller import PlayController
from app.play.players.bot_player import BotPlayer
from app.play.players.consent_dialog import ConsentDialog
from app.play.players.question_panel import QuestionPanel
from app.play.players.side_names import who
from app.play.players.undo_against_bots import undo_against_bots
from app.play.results.result_display import ResultDisplay
from app.play.table_bars import TableBars
from app.play.table_game import TableGame
from app.play.targets import Offer, WhyNot
from engine.hexes.lattice import Lattice
from engine.referee.action import Action
from engine.referee.refusal import REFEREE
from engine.referee.view_change import ViewChange

MIDDLE = 0.5 * HEX_SIZE
"""A click this near to the centre means the hex, or any side of it, but no single one."""
SETTLED_AFTER = 800
"""Milliseconds from opening a game to when its map is painted and nobody has done much yet."""
AskConsent = Callable[[dict[str, str]], tuple[str, ...]]


class PlayPage(QWidget):
    """One game on the table. A click on map or panel becomes an offered action, or a reason why not."""

    about_to_change = Signal()
    """The controller has something else to show, and nothing of it is on the screen yet."""
    changed = Signal()
    case_wanted = Signal(str)
    """A player asks for a rule."""
    settled = Signal()
    """A game was put on the table a moment ago; what it may need later can be made ready."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("help", "table")
        self.game = TableGame(self)
        self.remind = True
        """Ask before an action that leaves something undone."""
        self.ask_consent: AskConsent = self._ask_consent
        self.player_name: Callable[[str], str] = lambda side: ""
        """Who plays a side."""
        self.one_player: Callable[[], bool] = lambda: False
        """Does one person play every side, who need not ask anybody where the sides change?"""
        self._desk, self._night = QColor("#d9d2c0"), False
        self._art = CounterArt()
        self.bar = DecisionBar()
        self.map = MapView()
        self.note = TableNote(self.map)
        self.question = QuestionPanel(self.map)
        self.inspector = Inspector()
        self.tracks = TracksPanel()
        self.boxes = BoxesPanel()
        self.log = LogPanel()
        self.odds = OddsPanel()
        self.forces = ForcesPanel()
        self.orders = OrdersPanel()
        self.checklist = ChecklistPanel()
        self.menu: QMenu | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.map, 1)
        self.setFocusProxy(self.map)
        self.bars = TableBars(layout, self.bar)
        """Where other parts add their bars and panels."""
        game, view, note = self.game, self.map, self.note
        self.overlays = OverlaySwitches(game, view, note, self)
        self.dragging = Dragging(
            game,
            view,
            note,
            act=self._act_dropped,
            light=self.light,
            popup=self.popup,
            box_at=self.boxes.box_at,
        )
        self.fan = FanOpener(game, view, note, self._is_pointing)
        self.steps = TargetSteps(game, view)
        self.commitment = Commitment(game, view, self._do)
        self.foresight = Foresight(game, view, note, self.odds, self.dragging, self.commitment)
        self._following = Following(game, view)
        self.bots = BotPlayer(game, note, self.bars, self)
        self.planning = Planning(game, note, self.act, self)
        self.plan_panel = PlanPanel(self.planning)
        self.bars.add_above(PlanBar(self.planning))
        self.bar.bot_text = self.bots.text
        self._results: ResultDisplay | None = None
        self._connect()

    def use_results(self, results: ResultDisplay) -> None:
        """Show on the map what an action came to."""
        self._results = results
        results.card.avoid(self.question)
        self.commitment.card.avoid(self.question)
        results.bot_pace = lambda: self.bots.pace
        self.bots.must_wait = lambda: not results.card.isHidden()
        self.bots.glide_ms = lambda: results.glide.remaining_ms
        results.card.dismissed.connect(self.bots.look)

    def _act_dropped(self, action: Action, *further: Action) -> None:
        """What was dragged lies where it was dropped, and does not glide there again."""
        if self._results is not None:
            self._results.hold_still = True
        self.act(action, *further)
        if self._results is not None:
            self._results.hold_still = False

    @property
    def controller(self) -> PlayController | None:
        """The game on the table; None while it is empty."""
        return self.game.controller

    @property
    def printed_map(self) -> PrintedMap | None:
        """The map of the game on the table."""
        return self.game.printed_map

    def _connect(self) -> None:
        self.game.about_to_change.connect(self.about_to_change)
        self.game.changed.connect(self.changed)
        self.fan.unit_clicked.connect(self.click_unit)
        self.fan.fan.picked_up.connect(self.dragging.pick_up_from_fan)
        self.dragging.picked_up.connect(self.fan.stop)
        self.bar.chosen.connect(self.act)
        self.bar.considered.connect(self.foresight.consider)
        self.bar.case_clicked.connect(self.case_wanted)
        self.question.chosen.connect(self.act)
        self.question.answered.connect(lambda actions: self._do(*actions))
        self.map.hex_clicked.connect(self._hex_clicked)
        self.map.menu_wanted.connect(self._open_hex_menu)
        self.boxes.menu_wanted.connect(self._open_unit_menu)
        self.inspector.menu_wanted.connect(self._open_unit_menu)
        self.map.cancelled.connect(self.step_back)
        self.orders.chosen.connect(self.act)
        self.orders.narrowed.connect(self._single_out)
        self.inspector.unit_clicked.connect(self._unit_clicked)
        self.boxes.unit_clicked.connect(self._unit_clicked)
        self.boxes.unit_dragged.connect(self.dragging.pick_up_from_box)
        self.boxes.box_clicked.connect(self._box_clicked)
        self.boxes.unit_hovered.connect(self.foresight.unit_hovered)
        self.boxes.box_hovered.connect(self.foresight.box_hovered)
        self.log.pointed.connect(self._point_at)
        self.plan_panel.pointed.connect(self._point_at)
        self.forces.unit_pointed.connect(lambda unit: self._point_at("unit", unit))
        for number in range(1, 10):
            shortcut = QShortcut(str(number), self)
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)  # Also while a panel has the focus.
            shortcut.activated.connect(lambda number=number: self._answer_number(number))

    # a game on the table

    def set_controller(self, controller: PlayController) -> None:
        """Put another game on the table."""
        if self.controller is not None:
            self.controller.changed.disconnect(self.refresh)
            self.controller.deleteLater()
        self.game.controller = controller
        controller.setParent(self)
        controller.confirms_rolls = lambda: self.commitment.is_needed()
        document = controller.document
        old = self.map.scene()
        if document is not None:
            lattice = getattr(controller.session.scenario, "grid", None)
            printed_map = PrintedMap.of(document, lattice if isinstance(lattice, Lattice) else None)
            self.game.printed_map = printed_map
            scene = MapScene(printed_map, controller.counter_style)
            scene.set_look(self._desk, self._night)
            self.map.setScene(scene)
        else:
            self.game.printed_map = None
            self.map.setScene(None)
        if old is not None:
            old.deleteLater()
        self.overlays.begin(controller)
        self.note.hide()
        self.map.set_cursor_hex("")
        self.inspector.show_place(controller, self.printed_map, "")
        controller.changed.connect(self.refresh)
        self.refresh()
        self._following.begin()
        QTimer.singleShot(SETTLED_AFTER, self, self.settled.emit)

    def set_look(self, desk: QColor, night: bool) -> None:
        """Light or dark."""
        self._desk, self._night = desk, night
        scene = self.map.map_scene()
        if scene is not None:
            scene.set_look(desk, night)

    def refresh(self, change: ViewChange | None = None) -> None:
        """Show what the controller says now: what an action changed, or everything if no change is given."""
        controller = self.controller
        if controller is None:
            return
        self.game.about_to_change.emit()
        self.note.hide()
        self.bar.show_decision(controller)
        self._ask_across(controller)
        self._show_panels(controller, change)
        scene = self.map.map_scene()
        if scene is not None:
            scene.show_view(controller.view, change)
            self.light()
            scene.show_way(())
            scene.show_draft(())
            self.foresight.aim_at(controller, None)
            self.overlays.lay()
            self._following.follow()
        self.game.changed.emit()

    def _show_panels(self, controller: PlayController, change: ViewChange | None) -> None:
        """Decision and log are different after every action; other panels are read if it concerns them."""
        if change is None or change.tracks:
            self.tracks.show_tracks(controller)
        if change is None or self.boxes.shows(controller, change):
            self.boxes.show_boxes(controller)
        self.log.show_log(controller, self._named_player(controller))
        if change is None or change.counters or change.boxes:
            self.forces.show_forces(controller, self.printed_map, change)
        self.orders.show_orders(controller)
        self.odds.show_odds(controller, self.log.model.lines)
        self.checklist.show_checklist(controller)
        if change is None or self.inspector.shows(controller, change):
            self.inspector.show_place(controller, self.printed_map, self.inspector.place)

    def _named_player(self, controller: PlayController) -> Callable[[str], str]:
        """The name of the player of a side; empty if nobody has given one."""

        def named(side: str) -> str:
            name = self.player_name(side) if side else ""
            return "" if not side or name == controller.side_title(side) else name

        return named

    def _ask_across(self, controller: PlayController) -> None:
        """Ask the other side in a small panel, if it can answer while everybody looks on."""
        decision = controller.decision
        if controller.asked_across and decision is not None:
            sides = controller.session.sides
            others = [who(controller.side_title(s), self.player_name(s)) for s in sides if s != decision.side]
            self.question.ask(controller, self.player_name(decision.side), " and ".join(others))
        else:
            self.question.hide()

    def _answer_number(self, number: int) -> None:
        answers = self.bar.offer_number if self.question.isHidden() else self.question.answer_number
        answers(number)

    def light(self) -> None:
        """Light what can be acted on and ring what the decision is about."""
        scene, controller = self.map.map_scene(), self.controller
        if scene is not None and controller is not None:
            lit = controller.lit_hexes(), controller.lit_units(), controller.lit_hexsides()
            scene.light(*lit, controller.subjects())
            scene.point_out(controller.whereabouts())
            self.map.watch_sides = bool(lit[2])

    # acting

    def act(self, action: Action, *further: Action) -> None:
        """Do what was chosen; where dice would fall or something may be forgotten, after it was confirmed.

        Several actions are one group. Results that nobody has seen yet are shown first.
        """
        controller = self.controller
        if controller is None or self.bots.decides:
            return
        if self._shows_unseen_result():
            return
        if controller.asked_in_secret:
            self._answer_in_secret(action, *further)
            return
        forgotten = controller.reminders(action, *further) if self.remind else []
        if self.commitment.holds_back((action, *further), forgotten):
            self.note.hide()
        else:
            self._do(action, *further)

    def _answer_in_secret(self, *actions: Action) -> None:
        """Nothing that others could read tells what was chosen: neither a card nor odds."""
        if self.commitment.is_needed():
            self.question.hold_back(actions)
        else:
            self._do(*actions)

    def _shows_unseen_result(self) -> bool:
        """Turn to the next result that nobody has seen; an expert who confirms nothing may pass it by."""
        results = self._results
        return results is not None and self.commitment.is_needed() and results.turn_unseen_page()

    def _do(self, action: Action, *further: Action) -> None:
        if self.controller is not None:
            self.note.hide()
            self.controller.act(action, *further)

    def end_phase(self) -> None:
        """End the phase, or the decision that is asked now, by its one key."""
        controller = self.controller
        if controller is None or not controller.can_decide or controller.asked_in_secret:
            return
        endings = controller.endings()
        if endings:
            self._act_on(endings, self.bar.mapToGlobal(self.bar.rect().bottomLeft()))
        else:
            self.note.tell("Nothing can be ended now: this decision needs an answer first")

    def end_turn(self) -> None:
        """End phase after phase until another side decides, an answer is needed or dice would fall."""
        controller = self.controller
        if controller is None or not controller.can_decide or controller.asked_in_secret:
            return
        side, ended = controller.viewing_side, -1
        while len(controller.session) > ended and controller.viewing_side == side:
            ended = len(controller.session)
            if len(controller.endings()) != 1:
                return
            self.end_phase()

    def step_back(self) -> None:
        """Esc: cancel what was chosen, hide the note or the result, or go back one step."""
        if self.question.is_confirming:
            self.question.choose_again()
            return
        if self.commitment.chosen:
            self.commitment.cancel()
            return
        if not self.note.isHidden():
            self.note.hide()
            return
        if self._results is not None and self._results.turn_page():
            return
        out = self.controller.way_out() if self.controller is not None else None
        if out is not None:
            self.act(out.action)

    def undo(self) -> None:
        """Undo the last action, with consent where it is needed."""
        controller = self.controller
        if controller is None or not controller.can_undo:
            return
        if controller.session.bots:
            undo_against_bots(controller, self, self.note, self.player_name, self.ask_consent)
            return
        known = load_last(controller, self)
        if not known.succeeded:
            if known.problem:  # the past of a loaded game no longer comes out as it was saved
                self.note.tell(known.problem)
            return
        consent: tuple[str, ...] = ()
        if controller.undo_needs_consent():
            sides = controller.session.sides
            alone = controller.undo_crosses_hand_over and self.one_player()
            titles = {side: who(controller.side_title(side), self.player_name(side)) for side in sides}
            consent = tuple(sides) if alone else self.ask_consent(titles)
            if not consent:
                return
        refusals = controller.undo(consent)
        if refusals:
            self.note.tell(refusals[0].why)

    def redo(self) -> None:
        """Do again what was taken back; against bots up to the next decision of a person."""
        controller = self.controller
        if controller is None or not controller.can_redo:
            return
        if controller.session.bots:
            controller.go_to_length(controller.seating.next_own_decision(controller.seat.undone()))
        else:
            controller.redo()

    def go_to_length(self, actions: int) -> None:
        """Undo or redo freely until the game has this number of actions."""
        if self.controller is not None:
            self.controller.go_to_length(actions)

    def _hex_clicked(self, hex_id: str, point: QPointF) -> None:
        controller, scene = self.controller, self.map.map_scene()
        if controller is None or scene is None:
            return
        self.inspector.show_place(controller, self.printed_map, hex_id)
        in_the_middle = QLineF(point, scene.geometry.centre(hex_id)).length() < MIDDLE
        side = scene.geometry.hexside_at(point) if controller.lit_hexsides() and not in_the_middle else None
        offers = controller.offers_at(hex_id, side or "")
        at = self.map.viewport().mapToGlobal(self.map.mapFromScene(point))
        if in_the_middle and not offers and self._keep_as_it_is(hex_id):
            return
        if side is None and (not offers or point == scene.geometry.centre(hex_id)):
            run_in_background = self._beside(hex_id)
            if run_in_background:
                self._ask_which([*offers, *run_in_background], at)
                return
        self._act_on(offers, at)
        if not offers and controller.can_try:
            scene.show_way(())
            self.note.explain(controller.why_not(hex_id), hex_id)

    def _keep_as_it_is(self, hex_id: str) -> bool:
        """A click on the unit that is asked about gives the answer that changes nothing, if there is one."""
        controller = self.controller
        default = controller.default if controller is not None else None
        if controller is None or default is None or hex_id not in controller.places_of(controller.subjects()):
            return False
        self.act(default)
        return True

    def _unit_clicked(self, unit: str) -> None:
        controller = self.controller
        if controller is None:
            return
        counter = controller.view.counter(unit)
        if counter is not None and self.game.is_hex(counter.place):
            self.map.go_to(counter.place)
        offers = controller.offers_for_unit(unit)
        self._act_on(offers, self.cursor().pos())
        if not offers and counter is not None and controller.can_try:
            self.note.explain(controller.why_not_unit(unit), counter.name, counter.place)

    def _box_clicked(self, box: str) -> None:
        if self.controller is not None:
            self._act_on(self.controller.offers_for_box(box), self.cursor().pos())

    def click_unit(self, unit: str) -> None:
        """A counter of a fanned-out stack was clicked: it is meant, or else the hex it lies in."""
        controller = self.controller
        counter = controller.view.counter(unit) if controller is not None else None
        if controller is None or counter is None:
            return
        self.inspector.show_place(controller, self.printed_map, counter.place)
        offers = controller.offers_for_unit(unit) or [
            offer for offer in controller.offers_at(counter.place) if offer.action.kind == "hex"
        ]
        self._act_on(offers, self.cursor().pos())
        if not offers and controller.can_try:
            self.note.explain(controller.why_not(counter.place), counter.place)

    def _act_on(self, offers: list[Offer], at: QPoint) -> None:
        """One meaning is acted on; of several the player picks one."""
        if len(offers) == 1:
            self.act(offers[0].action)
        elif offers:
            self._ask_which(offers, at)

    def _ask_which(self, offers: list[Offer], at: QPoint) -> None:
        self.popup(self._menu_of(offers), at)

    def _open_hex_menu(self, hex_id: str, at: QPoint) -> None:
        controller = self.controller
        if controller is not None:
            self.inspector.show_place(controller, self.printed_map, hex_id)
            offers = list(dict.fromkeys([*controller.offers_at(hex_id), *self._beside(hex_id)]))
            self._open_menu(offers, controller.refused_at(hex_id), at)

    def _open_unit_menu(self, unit: str, at: QPoint) -> None:
        controller = self.controller
        if controller is not None:
            self._open_menu(controller.offers_for_unit(unit), controller.refused_for_unit(unit), at)

    def _open_menu(self, offers: list[Offer], refused: list[WhyNot], at: QPoint) -> None:
        """What can be done there and, greyed with the reason, what cannot; nothing is done by opening it."""
        if offers or refused:
            menu = self._menu_of(offers)
            add_refused(menu, refused)
            self._add_rules(menu, offers, refused)
            self.popup(menu, at)

    def _add_rules(self, menu: QMenu, offers: list[Offer], refused: list[WhyNot]) -> None:
        controller = self.controller
        assert controller is not None
        cases = [case for offer in offers for case in controller.cases_of(offer.action)]
        cases += [refusal.case for why in refused for refusal in why.refusals if refusal.case != REFEREE]
        if cases:
            menu.addSeparator()
            rules = menu.addMenu("Rules")
            rules.setAccessibleName("Rules")
            add_rules(rules, list(dict.fromkeys(cases)), self.case_wanted.emit)

    def popup(self, menu: QMenu, at: QPoint) -> None:
        """Open a menu on the map; it is deleted when it is closed."""
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.destroyed.connect(self._forget_menu)
        self.menu = menu
        menu.popup(at)

    def _beside(self, hex_id: str) -> list[Offer]:
        """What can be done on the sides of a hex: keys and a click into its middle point at no single one."""
        return self.controller.targets.beside(hex_id) if self.controller is not None else []

    def _menu_of(self, offers: list[Offer]) -> QMenu:
        controller = self.controller
        assert controller is not None
        menu = QMenu(self)
        menu.setAccessibleName("What to do here")
        for offer in offers:
            entry = menu.addAction(offer.label)
            counter = controller.view.counter(offer.action.target) if offer.action.kind == "unit" else None
            if counter is not None:
                face = controller.counter_style.face(counter)
                entry.setIcon(QIcon(self._art.pixmap(face, 32)))
            entry.triggered.connect(lambda _=False, action=offer.action: self.act(action))
            entry.hovered.connect(lambda action=offer.action: self.foresight.consider(action))
        return menu

    def _forget_menu(self) -> None:
        self.menu = None

    def _is_pointing(self) -> bool:
        """True while a menu is open on the map or something is dragged."""
        return self.menu is not None or self.dragging.busy

    def clear_pointing(self) -> None:
        """Forget what the player pointed at: it is not for the next player."""
        if self.menu is not None:
            self.menu.close()
        self.note.hide()
        self.map.set_cursor_hex("")
        if self.controller is not None:
            self.inspector.show_place(self.controller, self.printed_map, "")

    # looking

    def _single_out(self, order: tuple[str, str] | None) -> None:
        if self.controller is not None:
            self.controller.single_out(order)

    def _point_at(self, kind: str, target: str) -> None:
        """A line of the log was clicked."""
        controller = self.controller
        if controller is None:
            return
        if kind == "unit":
            counter = controller.view.counter(target)
            target = counter.place if counter is not None else ""
        elif kind == "hexside":
            target = target.partition("/")[0]
        if self.game.is_hex(target):
            self.map.go_to(target)
            self.inspector.show_place(controller, self.printed_map, target)

    # questions

    def _ask_consent(self, sides: dict[str, str]) -> tuple[str, ...]:
        why = self.controller.session.why_consent() if self.controller is not None else ""
        words = (
            f"{why}. The action can be taken back only if every side agrees, and the log of the game will "
            "say so. Done again, dice show the same faces."
        )
        dialog = ConsentDialog(sides, words, self, title="Take back with consent", accept="Take back")
        return dialog.consent() if dialog.exec() else ()
