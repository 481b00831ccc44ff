"""The games that a table can play, each behind the small interface of `companion.games.base`."""
