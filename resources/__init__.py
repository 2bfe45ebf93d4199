"""What the program brings with it besides code: rules, charts, examples, maps, scenarios, pictures."""

from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
