"""Phones: what they see, and the server that lets them look."""
