"""The scenarios of the system test, one in each module: its NAME, its TITLE for the report, and `play(bench)`.

`play` hands in what it finds through `bench.findings`, and gives them back. Modules without `play` are what scenarios share.
"""
