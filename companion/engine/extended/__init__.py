"""The long way through a register, for boards with elements that base boards do not have (elements 1-6).

`tables` is the board of one register made ready, `piece` a clank, ghost or copy in mid-play, `play` the play itself, which is also what hooks look
at, `stepping` one step, `carrying` every effect, `together` movements of one beat, `cards` how a card is carried out, `beats` the parts of a register,
`register` their order.
"""
