"""The golden frames of hardware/protocol-vectors.toml, made without our own code, for the tests of both ends."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

HARDWARE: Final = Path(__file__).parents[2] / "hardware"
VECTORS: Final[dict[str, list[dict[str, Any]]]] = tomllib.loads(
    (HARDWARE / "protocol-vectors.toml").read_text("utf-8")
)


def octets(line: str) -> bytes:
    """The bytes of a line as they travel, its newline with them."""
    return line.encode("latin-1") + b"\n"


def named(vectors: list[dict[str, Any]], word: str = "why") -> list[tuple[str, dict[str, Any]]]:
    """Vectors with what they are about, for the names of tests."""
    return [(vector[word], vector) for vector in vectors]
