"""The shipped mapping files: the meaning of tiles that others drew for their games."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from companion.formats.tiled.mapping import TiledMapping, parse_mapping

SHIPPED: Final = ("roboprojekt.toml", "inf112.toml")
"""In the order in which they are asked: classes say more than numbers."""


@cache
def shipped_mappings() -> tuple[TiledMapping, ...]:
    folder = files("companion.content") / "tiled"
    return tuple(parse_mapping((folder / name).read_text("utf-8"), name) for name in SHIPPED)
