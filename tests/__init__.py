"""The tests of Clockwork Derby; every module says in its first sentence what it proves."""
