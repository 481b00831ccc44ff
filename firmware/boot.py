# Before anything else runs in a reader.
