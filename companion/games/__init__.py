"""The games that a table can play, each behind the small interface of `companion.games.base`.

Clockwork Derby is `clockwork`; `asking`, `by_hand` and `moment` are parts of it.
"""
