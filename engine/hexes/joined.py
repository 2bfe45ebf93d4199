"""Several sheets laid together to one map. A hex that two sheets share has two printed numbers."""

from collections.abc import Mapping

from engine.bad_input import BadInput
from engine.hexes.cubes import DIRECTION_NAMES, STEPS, Cube
from engine.hexes.grid import Grid
from engine.hexes.lattice import Lattice
from engine.hexes.spec import MOST_HEXES, GridSpec
from engine.record import Record

MOST_SHEETS = 32


class Joint(Record):
    """How two sheets meet: `other` is the same hex as `hex`, or its neighbour in the named direction."""

    hex: str
    other: str
    direction: str = ""


class JoinedSpec(Record):
    """Sheets and the joints that hold them together; every sheet must hang together with the first.

    A shared hex is known by its number on the earlier sheet. Sheets are not turned against each other.
    """

    sheets: tuple[GridSpec, ...]
    joints: tuple[Joint, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.sheets) <= MOST_SHEETS:
            raise BadInput(f"Joined map: {len(self.sheets)} sheets; give 1 to {MOST_SHEETS}.")
        if len({sheet.orientation for sheet in self.sheets}) > 1:
            raise BadInput(
                "Joined map: flat-top and pointy-top sheets cannot be joined; use one orientation."
            )
        if sum(sheet.columns * sheet.rows for sheet in self.sheets) > MOST_HEXES:
            raise BadInput(f"Joined map: more than {MOST_HEXES} hexes; join fewer sheets.")
        names = DIRECTION_NAMES[self.sheets[0].orientation]
        for joint in self.joints:
            if joint.direction and joint.direction not in names:
                raise BadInput(
                    f"Joined map: joint {joint.hex} {joint.other} has direction {joint.direction[:20]!r}; "
                    f"use one of {', '.join(names)}, or none for the same hex."
                )

    @classmethod
    def from_dict(cls, data: object) -> "JoinedSpec":
        """The spec written by `to_dict`; anything else is BadInput."""
        if not isinstance(data, Mapping) or set(data) != {"sheets", "joints"}:
            raise BadInput("Joined map: a table with the lists sheets and joints is expected.")
        sheets, joints = data["sheets"], data["joints"]
        if not isinstance(sheets, list | tuple) or not isinstance(joints, list | tuple):
            raise BadInput("Joined map: sheets and joints must be lists.")
        return cls(
            tuple(GridSpec.from_dict(sheet) for sheet in sheets),
            tuple(_joint_from(joint) for joint in joints),
        )

    def to_dict(self) -> dict[str, object]:
        """Every setting, ready for JSON or TOML."""
        return {
            "sheets": [sheet.to_dict() for sheet in self.sheets],
            "joints": [[joint.hex, joint.other, joint.direction] for joint in self.joints],
        }


class JoinedGrid(Lattice):
    """All hexes of several sheets as one map; every hex answers to each of its numbers."""

    def __init__(self, spec: JoinedSpec) -> None:
        self.spec = spec
        self.sheets = tuple(Grid(sheet) for sheet in spec.sheets)
        self._sheet_of = self._owners()
        shifts = self._shifts()
        places: dict[str, Cube] = {}
        aliases: dict[str, str] = {}
        taken: dict[Cube, str] = {}
        for sheet, shift in zip(self.sheets, shifts, strict=True):
            for here in sheet.hexes:
                cube = _moved(sheet.cube(here), shift)
                first = taken.setdefault(cube, here)
                if first == here:
                    places[here] = cube
                else:
                    aliases[here] = first
        super().__init__(spec.sheets[0].orientation, places, aliases)

    def sheet_numbers(self, here: str) -> tuple[int, ...]:
        """The sheets (counted from 0) on which this hex is printed."""
        return tuple(self._sheet_of[name] for name in self.names(here))

    def _owners(self) -> dict[str, int]:
        owners: dict[str, int] = {}
        for number, sheet in enumerate(self.sheets):
            for here in sheet.hexes:
                if here in owners:
                    raise BadInput(f"Joined map: number {here} is on two sheets; give one sheet a prefix.")
                owners[here] = number
        return owners

    def _shifts(self) -> list[Cube]:
        """How far each sheet is moved against the first; every joint must agree."""
        shifts: dict[int, Cube] = {0: Cube(0, 0)}
        open_joints = [self._resolved(joint) for joint in self.spec.joints]
        while open_joints:
            ready = [joint for joint in open_joints if joint[0] in shifts or joint[1] in shifts]
            if not ready:
                break
            for sheet, other, step, joint in ready:
                if sheet not in shifts:
                    shifts[sheet] = _moved(shifts[other], Cube(-step.q, -step.r))
                elif shifts.setdefault(other, _moved(shifts[sheet], step)) != _moved(shifts[sheet], step):
                    raise BadInput(f"Joined map: joint {joint.hex} {joint.other} contradicts another joint.")
            open_joints = [joint for joint in open_joints if joint not in ready]
        loose = [number for number in range(len(self.sheets)) if number not in shifts]
        if loose:
            raise BadInput(f"Joined map: sheet {loose[0] + 1} is joined to no other sheet; add a joint.")
        return [shifts[number] for number in range(len(self.sheets))]

    def _resolved(self, joint: Joint) -> tuple[int, int, Cube, Joint]:
        """The two sheets of a joint and how far the second is moved against the first."""
        for name in (joint.hex, joint.other):
            if name not in self._sheet_of:
                raise BadInput(f"Joined map: joint names {name[:40]!r}, which is on no sheet.")
        sheet, other = self._sheet_of[joint.hex], self._sheet_of[joint.other]
        orientation = self.spec.sheets[0].orientation
        target = self.sheets[sheet].cube(joint.hex)
        if joint.direction:
            direction = DIRECTION_NAMES[orientation].index(joint.direction)
            target = _moved(target, STEPS[orientation][direction])
        origin = self.sheets[other].cube(joint.other)
        return sheet, other, Cube(target.q - origin.q, target.r - origin.r), joint


def lattice_from_dict(data: object) -> Grid | JoinedGrid:
    """The grid of a map, of one sheet or of several, from either spec's table."""
    if isinstance(data, Mapping) and "sheets" in data:
        return JoinedGrid(JoinedSpec.from_dict(data))
    return Grid(GridSpec.from_dict(data))


def _moved(cube: Cube, shift: Cube) -> Cube:
    return Cube(cube.q + shift.q, cube.r + shift.r)


def _joint_from(data: object) -> Joint:
    if isinstance(data, list | tuple) and len(data) in (2, 3) and all(isinstance(part, str) for part in data):
        return Joint(*data)
    raise BadInput(
        "Joined map: a joint is a list of two hexes, and a direction if the second is a neighbour."
    )
