"""The words of Diesel Demolition Derby: abilities, instructions, causes, rules, results."""
