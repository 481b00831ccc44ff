"""Run sessions: start-up, event loop, recording, pilots, reports and host services."""
