"""The slower path through a register, for boards with elements that base boards lack.

See elements 1-6. `register_tables` prepares the board of one register, `piece` is a clank, ghost or
copy in mid-play, and `play` the play itself, which hooks look at. `stepping` has single steps and
effects, `together` the movements of one beat, `cards` the execution of cards, `beats` the parts of
a register, and `register` their order.
"""
