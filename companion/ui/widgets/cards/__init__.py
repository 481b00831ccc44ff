"""Cards on the screen: faces, rows of them, and the table of games without a board."""
