"""The scenario of a game and what it calls things."""

from __future__ import annotations

from engine.catalogue.document import ScenarioDocument
from engine.mechanics.powers import Powers
from engine.referee.session import Session


class ScenarioNames:
    """What of a session has a printed name; for a class that holds one."""

    session: Session

    @property
    def document(self) -> ScenarioDocument | None:
        """The scenario on the table, if the game keeps it."""
        found = getattr(self.session.scenario, "document", None)
        return found if isinstance(found, ScenarioDocument) else None

    @property
    def title(self) -> str:
        """What is being played."""
        document = self.document
        return document.title if document is not None else self.session.start.key

    @property
    def rating_titles(self) -> dict[str, str]:
        """What the ratings of units are called in full, by their names."""
        fields = getattr(self.session.game, "rating_fields", {})
        return {name: described.title for name, described in fields.items() if described.title}

    @property
    def powers(self) -> Powers:
        """The powers below the sides; none in most games."""
        found = getattr(self.session.scenario, "powers", None)
        return found if isinstance(found, Powers) else Powers({})

    def power_title(self, power: str) -> str:
        """The name of a power below a side as the scenario prints it; empty for no power."""
        return self.powers.title_of(power)

    def side_title(self, side: str) -> str:
        """The name of a side as the scenario prints it."""
        document = self.document
        titles = {known.key: known.title for known in document.sides} if document else {}
        return titles.get(side) or side.replace("_", " ").capitalize()

    def place_name(self, place: str) -> str:
        """The printed name of a hex with its number; anything else as it is."""
        names = getattr(self.session.scenario, "place_names", {})
        return f"{names[place]} ({place})" if names.get(place) else place

    @property
    def overlay_from_hex(self) -> str:
        """What the game lays over the map for one hex that is pointed at; empty if it has nothing."""
        return self.session.game.overlay_from_hex
