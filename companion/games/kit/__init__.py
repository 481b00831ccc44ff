"""What several games use as it is."""
