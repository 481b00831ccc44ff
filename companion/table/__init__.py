"""The hardware port: readers with slots, handles and lock lights, whatever they are made of."""
