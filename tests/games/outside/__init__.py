"""Games of other authors, found under their own folder."""
