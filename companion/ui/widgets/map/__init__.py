"""The map: the board, what stands and moves on it, and how near it is seen."""
