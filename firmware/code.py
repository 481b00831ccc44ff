# The reader.
