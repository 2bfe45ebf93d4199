"""The grids of the five games, checked against their printed numbers: who borders whom, and how far it is."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from engine.hexes.grid import Grid, GridSpec
from engine.hexes.joined import JoinedGrid, JoinedSpec, Joint

WEST_FRONT = GridSpec("pointy", "even", columns=35, rows=46, first_column=14, first_row=5)
AACHEN = GridSpec(
    "pointy", "odd", columns=26, rows=47, order="row-column", first_column=1, first_row=10, rows_run="up"
)
SALERNO = GridSpec("flat", "odd", columns=38, rows=52, short_staggered=True)
CARENTAN = GridSpec("flat", "even", columns=20, rows=15)
EUROPE_EAST = GridSpec(
    "pointy",
    "odd",
    columns=36,
    rows=52,
    order="row-column",
    first_row=0,
    columns_run="left",
    prefix="E",
)
EUROPE_WEST = GridSpec(
    "pointy",
    "odd",
    columns=34,
    rows=52,
    order="row-column",
    first_row=0,
    columns_run="left",
    prefix="W",
)
EUROPE = JoinedSpec((EUROPE_EAST, EUROPE_WEST), (Joint("E0929", "W0901"), Joint("E3929", "W3901")))

Offsets = list[tuple[int, int]]


def chains(*texts: str) -> Iterator[tuple[str, str]]:
    """The neighbours that a chain of hexes names."""
    for text in texts:
        hexes = text.split()
        yield from pairwise(hexes)


def has_neighbours(grid: Grid, offsets: Callable[[int, int], Offsets]) -> None:
    """Every hex has exactly the neighbours that a table of column and row differences gives."""
    for here in grid.hexes:
        column, row = grid.column_row(here)
        expected = {grid.at(column + dc, row + dr) for dc, dr in offsets(column, row)} - {None}
        assert set(grid.neighbors(here)) == expected


def has_distances(grid: Grid, formula: Callable[[tuple[int, int], tuple[int, int]], int]) -> None:
    """A formula on columns and rows gives the same distances, from every 29th hex to every other one."""
    for here in grid.hexes[::29]:
        for other in grid.hexes:
            assert grid.distance(here, other) == formula(grid.column_row(here), grid.column_row(other))


class TestTopplingTheReich:
    grid = Grid(WEST_FRONT)

    def test_extent(self) -> None:
        assert len(self.grid) == 1610
        assert {"1405", "4850", "1450", "4805"} <= set(self.grid.hexes)
        assert "1404" not in self.grid and "4905" not in self.grid

    def test_even_rows_lie_half_a_hex_east(self) -> None:
        even = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 0)]
        odd = [(-1, -1), (0, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)]
        has_neighbours(self.grid, lambda _, row: even if row % 2 == 0 else odd)
        assert self.grid.around("2016") == ("2115", "2116", "2117", "2017", "1916", "2015")

    def test_flushing_lies_across_from_breskens(self) -> None:
        assert self.grid.adjacent("2016", "2115")
        assert self.grid.hexside("2115", "2016") == "2016/2115"
        assert self.grid.distance("2016", "3422") == 17

    def test_distances(self) -> None:
        def formula(a: tuple[int, int], b: tuple[int, int]) -> int:
            dq = a[0] - (a[1] + a[1] % 2) // 2 - (b[0] - (b[1] + b[1] % 2) // 2)
            dr = a[1] - b[1]
            return max(abs(dq), abs(dr), abs(dq + dr))

        has_distances(self.grid, formula)

    def test_railways_run_through_neighbours(self) -> None:
        railways = (
            "1421 1521 1621 1622 1722 1822 1921 2021 2020 2120 2219 2319 2318 2418",
            "1428 1529 1528 1627 1626 1725 1825 1925 2025 2125 2124 2224 2323 2322 2422 2521 2520 2620",
            "1437 1438 1538 1637 1737 1736 1835 1834 1934 2033 2032 2132 2233 2333 2334 2433 2432 2532",
        )
        assert all(self.grid.adjacent(a, b) for a, b in chains(*railways))


class TestCrossingTheLine:
    grid = Grid(AACHEN)

    def test_extent(self) -> None:
        assert len(self.grid) == 1222
        assert {"1001", "1026", "5601", "5626"} <= set(self.grid.hexes)
        assert self.grid.column_row("2008") == (8, 20)

    @pytest.mark.parametrize(
        "pair",
        [
            "1821/1921",
            "1919/2019",
            "2011/2110",
            "2008/2108",
            "2504/2505",
            "3102/3103",
            "3303/3403",
            "5518/5519",
            "5420/5520",
        ],
    )
    def test_named_hexsides_exist(self, pair: str) -> None:
        assert self.grid.canonical(pair) == pair

    def test_odd_rows_lie_half_a_hex_to_the_right(self) -> None:
        even = [(1, 0), (-1, 0), (0, 1), (-1, 1), (0, -1), (-1, -1)]
        odd = [(1, 0), (-1, 0), (0, 1), (1, 1), (0, -1), (1, -1)]
        has_neighbours(self.grid, lambda _, row: even if row % 2 == 0 else odd)

    def test_rows_grow_up_the_sheet(self) -> None:
        assert self.grid.around("1513") == ("1614", "1514", "1414", "1413", "1512", "1613")

    def test_distances(self) -> None:
        def formula(a: tuple[int, int], b: tuple[int, int]) -> int:
            dx = abs(2 * a[0] + a[1] % 2 - 2 * b[0] - b[1] % 2)
            dy = abs(a[1] - b[1])
            return dy + max(0, (dx - dy) // 2)

        has_distances(self.grid, formula)

    def test_a_retreat_to_the_south_edge(self) -> None:
        edge = [here for here in self.grid.hexes if here.startswith("10")]
        nearest = {
            here: min(self.grid.distance(here, goal) for goal in edge) for here in self.grid.neighbors("1513")
        }
        assert {here for here, far in nearest.items() if far == 4} == {"1413", "1414"}
        assert {here for here, far in nearest.items() if far == 5} == {"1512", "1514"}

    def test_roads_run_through_neighbours(self) -> None:
        roads = (
            "2608 2508 2408 2308 2208 2108 2008 1908 1809 1709 1609 1508 1408 1307 1207 1106 1006",
            "2607 2506 2505 2504 2404 2403 2402 2301",
            "2905 3005 3004 3103 3102 3101",
            "3205 3204 3303 3403 3502 3501",
        )
        assert all(self.grid.adjacent(a, b) for a, b in chains(*roads))


class TestLebensraum:
    grid = JoinedGrid(EUROPE)

    def test_the_sheets_lie_over_each_other(self) -> None:
        assert len(self.grid) == 62 * 52
        assert self.grid.first_name("W0901") == "E0929"
        assert self.grid.names("E3929") == ("E3929", "W3901")
        twice = {
            "E2031": "W2003",
            "E1733": "W1705",
            "E2435": "W2407",
            "E2832": "W2804",
            "E3030": "W3002",
            "E2036": "W2008",
        }
        assert all(self.grid.first_name(west) == east for east, west in twice.items())
        assert self.grid.names("W1709") == ("W1709",)
        assert self.grid.sheet_numbers("W2003") == (0, 1)
        assert self.grid.sheet_numbers("W1814") == (1,)

    def test_neighbours_on_the_east_sheet(self) -> None:
        even = [(-1, 0), (1, 0), (0, -1), (1, -1), (0, 1), (1, 1)]
        odd = [(-1, 0), (1, 0), (-1, -1), (0, -1), (-1, 1), (0, 1)]
        has_neighbours(Grid(EUROPE_EAST), lambda _, row: even if row % 2 == 0 else odd)

    def test_columns_grow_westward(self) -> None:
        assert self.grid.neighbor("E2031", self.grid.direction_names.index("E")) == "E2030"
        assert self.grid.neighbor("E2036", self.grid.direction_names.index("W")) == "W2009"

    def test_rivers_run_across_the_seam(self) -> None:
        # The Rhine leaves the east sheet between columns 36 and 37, which only the west sheet has.
        assert self.grid.hexside("E2036", "W2009") == "E2036/W2009"
        assert self.grid.hexside("W2008", "W2009") == "E2036/W2009"
        danube = (
            "E2337-E2437 E2337-E2436 E2336-E2436 E2336-E2435 E2335-E2435 E2434-E2435 E2434-E2535 E2534-E2535"
        )
        sides = [self.side(pair) for pair in danube.split()]
        assert all(after in self.grid.joined(side) for side, after in pairwise(sides))

    def side(self, pair: str) -> str:
        """The hexside of two hexes in numbers of the whole map, which go on beyond the east sheet's 36."""
        first, second = (
            f"E{name[1:]}" if int(name[3:]) <= 36 else f"W{name[1:3]}{int(name[3:]) - 28:02}"
            for name in pair.split("-")
        )
        return self.grid.hexside(first, second)

    def test_distances(self) -> None:
        def place(name: str) -> tuple[int, int]:
            row, column = int(name[1:3]), int(name[3:]) + (28 if name[0] == "W" else 0)
            return row, 2 * column + (1 if row % 2 == 0 else 0)

        for here in self.grid.hexes[::97]:
            for other in self.grid.hexes[::7]:
                (r1, x1), (r2, x2) = place(here), place(other)
                rows = abs(r1 - r2)
                assert self.grid.distance(here, other) == rows + max(0, (abs(x1 - x2) - rows) // 2)

    def test_railways_run_through_neighbours(self) -> None:
        railway = (
            "E1516 E1517 E1617 E1718 E1818 E1819 E1820 E1821 E1922 E2022 E2023 E2024 E2025 E2026 E1927 E1928 "
            "E1929 E1930 E2030 E2031"
        )
        assert all(self.grid.adjacent(a, b) for a, b in chains(railway))


class TestAvalanche:
    grid = Grid(SALERNO)

    def test_even_columns_have_one_hex_more(self) -> None:
        assert len(self.grid) == 1957
        assert "3052" in self.grid and "0252" in self.grid
        assert not {"2552", "1952", "1152"} & set(self.grid.hexes)
        assert {"2551", "1951", "1151"} <= set(self.grid.hexes)

    def test_even_columns_lie_half_a_hex_higher(self) -> None:
        odd = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
        even = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
        has_neighbours(self.grid, lambda column, _: odd if column % 2 else even)
        for here in ("1320", "1420"):
            column, row = self.grid.column_row(here)
            ordered = [self.grid.at(column + dc, row + dr) for dc, dr in (odd if column % 2 else even)]
            assert list(self.grid.around(here)) == ordered

    def test_distances(self) -> None:
        def formula(a: tuple[int, int], b: tuple[int, int]) -> int:
            def z(place: tuple[int, int]) -> int:
                q = place[0] - 1
                return place[1] - 1 - (q + q % 2) // 2

            dq, dz = a[0] - b[0], z(a) - z(b)
            return max(abs(dq), abs(dz), abs(dq + dz))

        has_distances(self.grid, formula)

    def test_cliffs_and_railways_lie_between_neighbours(self) -> None:
        cliffs = "0141/0242 0240/0340 0337/0438 0708/0809 0910/1010 0910/1011 1008/1107 1501/1602 3640/3739"
        assert all(self.grid.canonical(cliff) == cliff for cliff in cliffs.split())
        railways = (
            "2501 2502 2403 2404 2304 2305 2306 2207 2208 2209 2210 2211 2111 2112",
            "1405 1406 1306 1307 1208 1209 1309",
            "3212 3311 3411 3511 3611 3710 3709 3708 3808",
        )
        assert all(self.grid.adjacent(a, b) for a, b in chains(*railways))


class TestDDayToBerlin:
    grid = Grid(CARENTAN)

    def test_extent(self) -> None:
        assert len(self.grid) == 300
        assert self.grid.hexes[0] == "0101" and self.grid.hexes[-1] == "2015"

    def test_facings_in_order(self) -> None:
        odd = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
        even = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
        for here in self.grid.hexes:
            column, row = self.grid.column_row(here)
            offsets = odd if column % 2 else even
            assert list(self.grid.around(here)) == [self.grid.at(column + dc, row + dr) for dc, dr in offsets]

    def test_distances(self) -> None:
        def formula(a: tuple[int, int], b: tuple[int, int]) -> int:
            dq = a[0] - b[0]
            dz = a[1] - (a[0] - 1) // 2 - b[1] + (b[0] - 1) // 2
            return (abs(dq) + abs(dz) + abs(dq + dz)) // 2

        has_distances(self.grid, formula)

    def test_retreat_zones(self) -> None:
        away = {here for here in self.grid.neighbors("0505") if self.grid.distance(here, "0504") == 2}
        assert away == {"0605", "0506", "0405"}
        back = {here for here in self.grid.neighbors("0504") if self.grid.distance(here, "0505") == 2}
        assert back == {"0603", "0503", "0403"}
        assert self.grid.distance("0505", "0507") == 2

    def test_roads_run_through_neighbours(self) -> None:
        roads = (
            "0701 0702 0703 0803 0804 0805 0906 0907 1007 1108 1208 1308 1407 1507 1607 1707 1806 1907 2006",
            "1007 0908 0909 0809 0710 0610 0611 0612 0613 0614 0515",
            "1108 1208 1308 1408 1509 1609 1610 1711 1712 1713 1813 1814 1815",
        )
        assert all(self.grid.adjacent(a, b) for a, b in chains(*roads))
