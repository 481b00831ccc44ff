"""Players' own phones as private views of their seats, and second screens, on the table's network.

A phone's view depends on the session only (`phone_view.py`). It is drawn as plain pages (`page.py`,
`drawing.py`) and served in its own thread (`server.py`, `server_thread.py`), for which the game
never waits (`service.py`). Touches come back as messages (`companion.session.remote`).
"""
