"""The event loop around a session: start-up, recording, the pilots' readers, reports, and the computer."""
