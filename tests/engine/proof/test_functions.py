"""Running functions get the code of a changed copy of their module."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import CodeType
from typing import Any

from engine.proof.functions import exchange_code

RULES = """
class Base:
    def reasons(self):
        return ["base"]

class Own(Base):
    def reasons(self):
        return [*super().reasons(), "own"]
"""


def compiled(text: str, path: Path) -> CodeType:
    return compile(text, str(path), "exec")


def loaded(path: Path) -> Any:
    spec = spec_from_file_location("rules", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_call_of_super_can_be_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text(RULES, encoding="utf-8")
    own = loaded(path).Own()
    assert own.reasons() == ["base", "own"]
    changed = RULES.replace("*super().reasons(), ", "")
    assert exchange_code([compiled(changed, path)]) == 2
    assert own.reasons() == ["own"]
    assert exchange_code([compiled(RULES.replace('[*super().reasons(), "own"]', "[]"), path)]) == 2
    assert own.reasons() == []
