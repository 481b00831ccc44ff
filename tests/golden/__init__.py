"""Golden sessions: what two turns of every game show, message by message, on record."""
