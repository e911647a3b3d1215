"""The rules of the base game, each room of the booklet a file."""
