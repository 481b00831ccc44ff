"""Computer players, one file each: whoever lies in this folder with a `PILOT` can be put on a seat."""
