"""One pattern on one sentence: what is asked of tokens, found, and bound to names."""
