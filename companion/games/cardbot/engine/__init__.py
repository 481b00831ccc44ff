"""The rules of Cardbot Derby, pure: cards, grid, robots, and what a round does to them."""
