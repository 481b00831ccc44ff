"""What screens are made of: words, buttons, panels, badges, bars, the map."""
