"""The games that can be played at the table, each behind the same small interface."""
