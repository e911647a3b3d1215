"""How the base game and the modules come to the table: one door each, one house of all."""
