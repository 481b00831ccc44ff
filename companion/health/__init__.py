"""Whether the machine around the game is well: one framework for what is watched while people play and for the doctor who is called.

`checks` look at one thing each and touch nothing but a `World`; `base` finds them by their names and asks them; `watch` asks some of them again
and again, and begins late (`late`). `listening` hears how readers fare, and `since` carries that to the checks.
"""
