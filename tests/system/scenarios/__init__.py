"""The scenarios of the system test, one per module.

Each has a NAME, a TITLE for the report, and `play(bench)`, which adds its findings to
`bench.findings` and returns them. Modules without `play` are shared by scenarios.
"""
