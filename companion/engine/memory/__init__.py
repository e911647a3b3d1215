"""What is remembered of an evening."""
