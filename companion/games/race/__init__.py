"""What all games on a board share: how events are told to hands, in words and on the map, and what people may put right by hand."""
