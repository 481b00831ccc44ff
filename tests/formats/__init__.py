"""Tests of text formats: boards, scenarios, results and their commands."""
