"""The workshop: whatever is made from the plan of the card reader, `hardware/reader.toml`.

`made` answers the content of every file that follows from it: firmware pins, table files, wiring diagrams, bill and power budget, measures
for the printed parts. `connections` is the one list of what is joined to what, from which diagrams and lists are drawn. Nothing here writes.
"""
