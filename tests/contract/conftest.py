"""Every test of this folder that asks for `played` runs for every registered game and scenario."""

from __future__ import annotations

import pytest

from tests.contract.sample import Sample, all_scenarios, sample


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "played" in metafunc.fixturenames:
        tables = all_scenarios()
        metafunc.parametrize("played", tables, ids=["-".join(table) for table in tables], indirect=True)


@pytest.fixture
def played(request: pytest.FixtureRequest) -> Sample:
    """One scenario, played by chance."""
    return sample(*request.param)
