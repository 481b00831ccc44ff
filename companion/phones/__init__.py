"""Phones: players' own phones as private views of their seats, and second screens; over the table's own network, by a small server of our own.

What a phone sees is made of the session and nothing else (`seen.py`), drawn as plain pages (`page.py`, `drawing.py`), and handed out in a thread of its own
(`server.py`, `keeper.py`), for which the game never waits (`service.py`). What its player touches goes the other way as a message (`companion.session.remote`).
"""
