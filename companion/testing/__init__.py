"""Test what every game must keep; anybody can run these tests over a game.

    pytest -p companion.testing.plugin --pyargs companion.testing --game PACKAGE

`PACKAGE` is an importable package with a game like those of the app: a module `game` that has
`GAME`. Without `--game`, the tests run over all games that are found, and over those in pytest's
setting `contract_games`.

`test_drawing.py` opens windows on a virtual screen, for which Xvfb must be installed.

The tests know nothing about any game. They play by sessions, messages and views, as the screen
does, so a game is free in its internals.
"""
