"""All tools in the order of the tool bar."""

from __future__ import annotations

from typing import Final

from editor.backdrop.alignment_tool import AlignTool
from editor.tools.features import FeatureTool, NameTool, PlaceTool, VictoryTool
from editor.tools.lines import HexsideBrush, RoadBrush
from editor.tools.regions import RegionTool
from editor.tools.ruler import RulerTool
from editor.tools.select import SelectTool, StampTool, WandTool
from editor.tools.start_lines import StartLineTool
from editor.tools.terrain import Eyedropper, Fill, TerrainBrush
from editor.tools.tool import Tool
from editor.tools.units import UnitTool

GROUPS: Final[tuple[tuple[type[Tool], ...], ...]] = (
    (SelectTool, WandTool, StampTool),
    (TerrainBrush, Fill, Eyedropper),
    (HexsideBrush, RoadBrush),
    (FeatureTool, NameTool, RegionTool),
    (UnitTool, PlaceTool, VictoryTool, StartLineTool),
    (RulerTool, AlignTool),
)
