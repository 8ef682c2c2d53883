"""Scores of what was fused or split, beside what was wanted."""
