"""Whether the machine around the game is well: one framework for what is watched while people play and for the doctor who is called."""
