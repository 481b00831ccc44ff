"""Play pilots against each other.

Its modules define the races (`schedule`), play one race (`match`), distribute them (`workers`),
store the results (`store`), rate the pilots (`rating`) and report it all (`report`, `plot`).
"""
