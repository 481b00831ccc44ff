"""Texts and values: boards, scenarios and results as people and programs write them, read strictly and written back."""
