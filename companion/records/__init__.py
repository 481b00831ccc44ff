"""The people of a table and the records of their races: pure values, and their file format."""
