"""Computer players, one file each.

Every module of this folder with a `PILOT` can be put on a seat.
"""
