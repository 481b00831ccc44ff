"""Maps of the editor Tiled: boards written as such maps, and maps read as boards, our own and those of others. Texts in, texts out; nothing here opens a file.

The way in: `sources.py` makes one form of JSON and XML, `maps.py` a map of it, `meaning.py` says what a tile is (our own classes, or a mapping
file of `mapping.py`), `reading.py` makes lasers of drawn beams, and the board. The way out: `tiles.py` makes the tileset, `writing.py` the map.
"""
