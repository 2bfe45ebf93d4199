"""Commands for the board of the map."""

from __future__ import annotations

from editor.backdrop.backdrop import Backdrop, with_backdrop
from editor.commands.scenario import set_map_fields
from editor.commands.set_records import SetRecords
from editor.document.working_copy import WorkingCopy
from engine.catalogue.board import Board, with_board


def set_board(work: WorkingCopy, board: Board | None, text: str) -> SetRecords:
    """Set the board of the map, or take it away."""
    command = set_map_fields(work, data=with_board(work.sheet("data"), board))
    command.text = text
    return command


def swap_backdrop(work: WorkingCopy, board: Board | None, backdrop: Backdrop | None, text: str) -> SetRecords:
    """Make a board of the backdrop, or a backdrop of the board."""
    command = set_map_fields(work, data=with_backdrop(with_board(work.sheet("data"), board), backdrop))
    command.text = text
    return command
