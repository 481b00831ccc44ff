"""Games as strangers write them, found under a folder of their own."""
