"""The journal: text that outlasts power cuts. Games are headers and numbered entries; what they mean is nobody's business here.

`store.py` keeps them in one SQLite file, `writer.py` writes them in a thread of its own, `file.py` puts one game into a text file and back.
"""
