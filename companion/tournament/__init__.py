"""Play pilots against each other.

Its modules say which races (`schedule`), one race (`match`), who plays them (`workers`), what is kept (`store`), what it
means (`rating`), how it is told (`report`, `plot`).
"""
