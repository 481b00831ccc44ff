"""What `print` has for races on a board."""
