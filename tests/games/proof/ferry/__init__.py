"""Ferry, a test game: joined sides, own card faces, foreign drivers, and a question of squares."""
