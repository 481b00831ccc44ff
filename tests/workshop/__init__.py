"""The workshop: what is made from the plan of the card reader agrees with it, to the last wire."""
