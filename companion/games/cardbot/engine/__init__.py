"""The rules of Cardbot Derby as pure functions on cards, grid, robots and rounds."""
