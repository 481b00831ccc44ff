"""The journal: text that survives power cuts.

A kept game is a header and numbered entries; the journal does not interpret them. `store.py` keeps
games in one SQLite file, `writer.py` writes in its own thread, `file.py` converts a game to a text
file and back.
"""
