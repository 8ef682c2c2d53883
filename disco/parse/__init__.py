"""How a text is parsed: how unsure the parser was of each word, how else a sentence may be read."""
