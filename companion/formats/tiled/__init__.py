"""Maps of the editor Tiled: boards written as maps, and maps read as boards.

Maps may be our own or made by others. Texts go in and come out; nothing here opens a file. Reading:
`sources.py` turns JSON and XML into one form, `maps.py` makes a map of it, `meaning.py` says what a
tile is (by our own classes, or a mapping file of `mapping.py`), and `reading.py` makes lasers of
drawn beams, and the board. Writing: `tiles.py` makes the tileset, `writing.py` the map.
"""
