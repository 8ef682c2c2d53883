"""Pairs of a text and a simpler one: mined from edit histories, aligned."""
