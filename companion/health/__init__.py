"""Whether the machine around the game is well: one framework for what is watched while people play and for the doctor who is called.

`checks` look at one thing each, `world.py` is all that they may touch, `base.py` asks them, `watch.py` asks some of them again and again.
What this process has learnt of itself and its readers comes by `since.py`.
"""
