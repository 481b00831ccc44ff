"""Texts and values: boards, scenarios and results, read strictly and written back.

Readers of pieces of text raise `MisreadError` without knowing their place; `toml_text` adds file
and line and turns it into the FormatError that people see.
"""
