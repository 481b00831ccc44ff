"""Cards on the screen: faces, rows of cards, and the table of games without a board."""
