"""All tools in the order of the tool bar."""

from __future__ import annotations

from editor.backdrop.alignment_tool import AlignTool
from editor.commands.command_runner import CommandRunner
from editor.document.palettes import Palettes
from editor.document.selection import Selection
from editor.map.canvas import EditorCanvas
from editor.map.hex_clipboard import HexClipboard
from editor.tools.features import FeatureTool, NameTool, PlaceTool, VictoryTool
from editor.tools.lines import HexsideBrush, RoadBrush
from editor.tools.regions import RegionTool
from editor.tools.ruler import RulerTool
from editor.tools.select import SelectTool, StampTool, WandTool
from editor.tools.start_lines import StartLineTool
from editor.tools.terrain import Eyedropper, Fill, TerrainBrush
from editor.tools.tool import Tool
from editor.tools.units import UnitTool

ToolGroups = tuple[tuple[Tool, ...], ...]


def make_tools(
    canvas: EditorCanvas,
    commands: CommandRunner,
    palettes: Palettes,
    selection: Selection,
    clipboard: HexClipboard,
) -> ToolGroups:
    """Create all tools, in the groups of the tool bar."""
    return (
        (
            SelectTool(canvas, commands, selection),
            WandTool(canvas, commands, selection),
            StampTool(canvas, commands, clipboard),
        ),
        (
            TerrainBrush(canvas, commands, palettes),
            Fill(canvas, commands, palettes, selection),
            Eyedropper(canvas, commands, palettes),
        ),
        (HexsideBrush(canvas, commands, palettes), RoadBrush(canvas, commands, palettes)),
        (
            FeatureTool(canvas, commands, palettes),
            NameTool(canvas, commands, palettes),
            RegionTool(canvas, commands, palettes),
        ),
        (
            UnitTool(canvas, commands),
            PlaceTool(canvas, commands, palettes),
            VictoryTool(canvas, commands, palettes),
            StartLineTool(canvas, commands),
        ),
        (RulerTool(canvas, commands), AlignTool(canvas, commands)),
    )
