"""A race of its own in the tests: three lanes, twelve cards, two cards a turn, and as many winners as reach the line together."""
