"""`startline hex`: the terrain of a hex, its hexsides and its neighbours."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from app.command_line.output import OK, show_json, show_table
from app.command_line.scenario_lookup import find_map

if TYPE_CHECKING:
    from engine.catalogue.document import Feature, MapSheet


def add(commands: Any, shared: argparse.ArgumentParser) -> None:
    parser = commands.add_parser(
        "hex",
        parents=[shared],
        help="show the terrain of a hex, its hexsides and its neighbours",
        description="Show the terrain, features and regions of a hex, its six hexsides and its neighbours.",
        epilog="examples:\n  startline hex ddb-carentan 0906\n  startline hex ttr 3219 --json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("map", metavar="MAP", help="key of a map or scenario, or a scenario file")
    parser.add_argument("hex", metavar="HEX", help="hex number")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=show_hex)


def show_hex(args: argparse.Namespace) -> int:
    found = _look_at(find_map(args, args.map), args.hex)
    if args.json:
        show_json(found)
        return OK
    print(f"{found['hex']}  {', '.join((found['terrain'], *found['names'])).strip(', ')}")
    for what in ("features", "regions"):
        if found[what]:
            print(f"{what}: {', '.join(found[what])}")
    print()
    rows = [(*list(side.values())[:-1], ", ".join(side["hexside"])) for side in found["sides"]]
    show_table(("side", "hex", "terrain", "hexside"), rows)
    return OK


def _look_at(sheet: MapSheet, name: str) -> dict[str, Any]:
    from engine.bad_input import BadInput
    from engine.catalogue.document import hexside

    lattice = sheet.lattice()
    if name not in lattice:
        raise BadInput(f"The map {sheet.title!r:.60} has no hex {name!r:.20}")
    here = lattice.first_name(name)
    sides = []
    for direction, there in zip(lattice.direction_names, lattice.around(here), strict=True):
        side = hexside(here, there) if there is not None else f"{here}/{direction}"
        sides.append(
            {
                "direction": direction,
                "hex": there or "off the map",
                "terrain": sheet.terrain.get(there or "", ""),
                "hexside": _shown(sheet.hexsides.get(side, ())),
            }
        )
    return {
        "map": sheet.key,
        "hex": here,
        "terrain": sheet.terrain.get(here, ""),
        "names": [label.text for label in sheet.labels if label.hex == here],
        "features": _shown(sheet.features.get(here, ())),
        "regions": [region.key for region in sheet.regions if here in region.hexes],
        "sides": sides,
    }


def _shown(features: tuple[Feature, ...]) -> list[str]:
    return [f"{feature.kind} {feature.name}".strip() for feature in features]
