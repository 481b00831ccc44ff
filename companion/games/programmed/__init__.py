"""Shared parts of races whose pieces are programmed register by register with the deck of 84.

- `race` is the game as a session plays it.
- `turn` has the stages of a turn and their questions.
- `open_questions` puts the engine's questions during play to the table.
- `corrections` has the changes that people can make.
- `foresight` has the facts for pilots, and the preview of cards.
- `deck` has the codes on the cards.
- `invariants` has what is true in every position.
"""
