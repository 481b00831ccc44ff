"""The people of a table and what is kept of their races: pure values, and how they are written down."""
