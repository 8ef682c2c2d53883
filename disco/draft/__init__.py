"""Words on their way to an output: each with its origin, realized as text, put on record."""
