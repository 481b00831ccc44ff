"""Parts that several games of any kind share."""
