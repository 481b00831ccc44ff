"""Texts and values: boards, scenarios and results as people and programs write them, read strictly and written back.

Whoever reads a piece of text raises `Misread` without knowing where it stands; `toml_text` and `places` find file and line, and make the
FormatFault that people see of it.
"""
