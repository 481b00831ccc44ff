"""The commands of races on a board: board files, scenarios and their rules, and what `print` has for such a race."""
