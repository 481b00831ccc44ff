"""What Diesel Demolition Derby says: abilities and events in words, their causes, the rules in sentences, how players stand, the story of a game."""
