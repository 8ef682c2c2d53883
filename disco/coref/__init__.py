"""Who is meant: mentions, the trees that rank them, and the links between them."""
