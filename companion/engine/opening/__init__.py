"""How a table begins: set-up, a situation in mid-game, the trial before it is opened."""
