"""Commands for the order of battle."""

from __future__ import annotations

from msgspec.structs import replace

from editor.commands import order_of_battle
from editor.commands.undo_history import UndoHistory
from editor.document.working_copy import WorkingCopy
from tests.editor.samples import small_scenario


def test_what_is_renamed_keeps_its_ties() -> None:
    work = WorkingCopy(small_scenario())
    history = UndoHistory(work)
    sides, units = work.scenario("sides"), work.scenario("units")
    history.do(order_of_battle.set_sides(work, [replace(sides[0], key="rouge"), sides[1]]))
    assert {unit.side for unit in work.scenario("units")} == {"rouge", "blue"}
    assert work.scenario("start_lines")[0].right == "rouge"
    units = work.scenario("units")
    history.do(order_of_battle.set_units(work, [*units[:3], replace(units[3], id="B9", name="Renamed")]))
    assert work.scenario("schedule")[0].unit == "B9" and work.scenario("units")[3].name == "Renamed"
    history.do(order_of_battle.set_units(work, work.scenario("units")[1:]))
    assert all(setup.unit != "R1" for setup in work.scenario("setups"))
    kinds = work.scenario("unit_types")
    history.do(order_of_battle.set_unit_types(work, [replace(kinds[0], key="foot")]))
    assert {unit.type for unit in work.scenario("units")} == {"foot"}
    formations = work.scenario("formations")
    history.do(order_of_battle.set_formations(work, [replace(formations[0], key="I"), formations[1]]))
    assert work.scenario("units")[0].formation == "I"
