"""Timings, each a named measurement; `clockwork-derby bench` runs them and states the machine's own speed beside."""
