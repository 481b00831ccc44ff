"""Two Lots, a game of bidding without a board."""
