"""What races share whose clanks are programmed register by register with the deck of 84, whatever their rule set is.

`race` is the game as a table asks it, `turn` where in its turn it stands and what is asked then, `open_questions` what the engine asks in the midst of play,
`by_hand` what people may change, `foresight` what pilots are told and where cards lead, `deck` the codes on the cards, `invariants` what holds at every moment.
"""
