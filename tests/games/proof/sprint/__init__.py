"""A race of the tests: three lanes, twelve cards, two cards a turn, shared wins."""
