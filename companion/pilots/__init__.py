"""Computer players, one file each."""
