"""Golden evenings: what there is to see in two turns of every game, message by message, on record."""
