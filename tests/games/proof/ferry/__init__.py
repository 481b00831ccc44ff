"""Ferry, a game of the tests: a board with joined sides, cards with a look of their own, pieces that somebody else drives, and a question about two squares."""
