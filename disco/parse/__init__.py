"""How a text is parsed: what disturbs by itself, how unsure the parser was, how else to read it."""
