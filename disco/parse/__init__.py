"""How a text is parsed: brackets by themselves, how unsure the parser was, how else to read it."""
