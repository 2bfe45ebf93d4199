"""The base of all records: small frozen values that the position, the log and the catalogue are made of."""

from __future__ import annotations

from typing import Final, dataclass_transform

import msgspec

TAG: Final = "is"
"""The entry of a written record that names its class."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Record(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field=TAG,
    tag=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A frozen value with fields, compared by content.

    Records refer to values and other records, never to something that refers back to them, so Python's
    search for reference cycles can pass them by (`gc=False`). Where one of several records is read, `is` says
    by the name of its class which it is.
    """
