"""Top Card, a game without a board: the highest card wins a point, three points win."""
