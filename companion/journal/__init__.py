"""The journal: text that outlasts power cuts.

A kept game is a header and numbered entries; what they mean is not known here. `store.py` keeps games in one SQLite file, `writer.py`
writes in a thread of its own, `file.py` turns one game into a text file and back.
"""
