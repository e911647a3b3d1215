"""The Gambler."""
