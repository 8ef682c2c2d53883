"""What an engine does: unfuse, resolve, split, fuse, categorize, refine; and what judges it: the
gate, evidence and its weights, scores."""
