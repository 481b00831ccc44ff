"""The event loop around a session, with what keeps it, starts it and drives its pilots, and the computer around it."""
