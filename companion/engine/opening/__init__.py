"""How a table begins: setup, a situation in mid-game, the trial before it is opened."""
