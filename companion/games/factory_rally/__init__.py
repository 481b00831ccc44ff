"""Factory Rally: the race of the robot works over the engine of all board races.

`rule_set` is what it does otherwise than others, as data; `parts` are the parts of its turn, `models` its five robots, `scenario` its files.
"""
