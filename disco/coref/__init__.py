"""Who is meant: links between mentions, and pronouns for what was said before."""
