"""The one error that damaged, foreign or mistaken input may raise."""

from typing import Final

LONGEST: Final = 500


class BadInput(Exception):
    """One sentence for the user: what is wrong, where, and what to do. Nothing was changed.

    What it quotes may be anything, so it is kept short and printable here.
    """

    def __init__(self, sentence: str) -> None:
        printable = sentence.encode("utf-8", "backslashreplace").decode()
        super().__init__(printable if len(printable) <= LONGEST else printable[: LONGEST - 1] + "…")
