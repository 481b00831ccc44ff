"""The checks of the doctor by topic.

A new one is a function with the decorator `check` in any module here (`companion.health.base`).
"""
