"""Phones: what they see, and the server behind them."""
