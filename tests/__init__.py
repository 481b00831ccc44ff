"""The tests of Clockwork Derby. The first sentence of each module says what it proves."""
