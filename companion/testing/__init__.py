"""What every game must keep, as tests that anybody can run over a game of their own.

    pytest -p companion.testing.plugin --pyargs companion.testing --game PACKAGE

`PACKAGE` is an importable package that holds the game as the games here do: a module `game` with
`GAME` in it. Without `--game` the tests run over all games that are found, and over those that the
configuration of pytest names in `contract_games`.

`test_drawing.py` opens windows on a virtual screen of its own, for which Xvfb must be installed.

The tests know nothing of any game. They play through sessions, messages and views, as the screen
does, so a game may be built inside as it likes.
"""
