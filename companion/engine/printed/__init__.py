"""What is printed on the cards of a box, and what each box and module says of itself."""
