"""Splitting inside the pipelines of others, each with an extra of its own."""
