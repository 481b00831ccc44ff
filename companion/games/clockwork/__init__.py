"""Clockwork Derby: `game` is what a table asks, `turn` where in its turn a race stands, `by_hand` what people may change, `deck` the codes on the cards,
`rulings` the rules in one sentence each, `invariants` what holds at every moment."""
