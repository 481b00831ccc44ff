"""What Cardbot Derby says: events in words for hands, their causes, the rules in sentences, how robots stand, the story of a race."""
