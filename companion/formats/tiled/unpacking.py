"""Tiles of a layer that Tiled has packed into a text: base64, also compressed. Never unpacks more than the layer has room for."""

from __future__ import annotations

import binascii
import struct
import zlib
from base64 import b64decode
from typing import Final

from companion.formats.misread import Misread, shown

SIZE: Final = 4
"""Bytes of a tile: a whole number, the lowest byte first."""
AUTOMATIC: Final = 32 + zlib.MAX_WBITS
"""zlib finds out itself whether the data begins as zlib's own or as gzip's."""
COMPRESSIONS: Final = ("", "zlib", "gzip")
FORMAT: Final = "Map > Map Properties > Tile Layer Format in Tiled"


def unpacked(text: str, compression: object, tiles: int) -> list[int]:
    """Return the numbers of so many tiles; Misread, with what to do in Tiled, where the text holds others or is damaged."""
    if compression not in COMPRESSIONS:
        raise Misread(
            f"tiles compressed by {shown(compression)}, which is not read here",
            f"another format: choose CSV, or Base64 with zlib or gzip, as {FORMAT}, and save the map",
        )
    try:
        data = b64decode("".join(text.split()), validate=True)
    # ValueError for letters beyond ASCII.
    except (binascii.Error, ValueError) as fault:
        raise Misread(
            f"damaged base64 ({fault})", "tiles as Tiled writes them: save the map again there"
        ) from None
    if compression:
        data = _decompressed(data, str(compression), tiles * SIZE)
    if len(data) != tiles * SIZE:
        found = (
            f"more than {tiles} tiles"
            if len(data) > tiles * SIZE
            else f"only {len(data) / SIZE:g} tiles"
        )
        raise Misread(
            f"{found} in base64",
            f"{tiles}, as many as the map has squares: save the map in Tiled again",
        )
    return list(struct.unpack(f"<{tiles}I", data))


def _decompressed(data: bytes, compression: str, size: int) -> bytes:
    """Return at most one byte more than `size`, by which too much is known without unpacking it all."""
    reader = zlib.decompressobj(AUTOMATIC)
    try:
        return reader.decompress(data, size + 1)
    except zlib.error as fault:
        raise Misread(
            f"damaged {compression} data ({fault})",
            "tiles as Tiled writes them: save the map again there",
        ) from None
