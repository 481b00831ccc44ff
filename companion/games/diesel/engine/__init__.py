"""The rules of Diesel Demolition Derby, pure: a state and what is chosen in, the state after and events out."""
