"""What is chosen before a race: who sits where, boards and decks of people's own, and how it is kept for the next time."""
