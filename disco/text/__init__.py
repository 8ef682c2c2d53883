"""Texts before they are parsed: documents and their stretches, layouts, word sequences."""
