"""The words of Cardbot Derby: instructions, causes, rules, standings, and the story of a race."""
