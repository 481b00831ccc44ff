"""The map: the board, the pieces and movements on it, and its views."""
