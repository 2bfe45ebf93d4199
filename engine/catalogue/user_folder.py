"""The folder of this user. Finding it opens no database."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

HOME_VARIABLE: Final = "STARTLINE_HOME"


def user_folder() -> Path:
    """Where the user's catalogue lies; STARTLINE_HOME names another place."""
    named = os.environ.get(HOME_VARIABLE, "")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return user_data_path("startline", appauthor=False)
