"""The golden frames of hardware/protocol-vectors.toml, made without our own code."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

HARDWARE: Final = Path(__file__).parents[2] / "hardware"
VECTORS: Final[dict[str, list[dict[str, Any]]]] = tomllib.loads(
    (HARDWARE / "protocol-vectors.toml").read_text("utf-8")
)


def octets(line: str) -> bytes:
    """Return the bytes of a line on the wire, with its newline."""
    return line.encode("latin-1") + b"\n"


def named(vectors: list[dict[str, Any]], word: str = "why") -> list[tuple[str, dict[str, Any]]]:
    """Return vectors with their subjects, for the names of tests."""
    return [(vector[word], vector) for vector in vectors]
