"""What the codes say that stand before what is wrong in a rule file: R1 of YAML, R2 of one rule,
R3 of rules taken together, R4 of definitions."""

from __future__ import annotations

CODES = {
    "R101": "the file cannot be read",
    "R102": "the file is no YAML",
    "R103": "one name is bound twice",
    "R104": "a key is a truth value for other readers of YAML",
    "R105": "a key has no value",
    "R201": "a name is not bound, or not yet",
    "R202": "a span is never used, or a token that may be misspelt",
    "R203": "there is no such key, word, label or name; the nearest one is said",
    "R204": "a token of a pattern hangs on none that it can hang on",
    "R205": "something is missing",
    "R206": "what stands there does not belong there",
    "R207": "a stretch of words stands where one token belongs",
    "R208": "the alternatives of a pattern bind different names",
    "R209": "an example contradicts another one, or shows what there is not",
    "R210": "spans are found by each other",
    "R211": "what is named as removed is written",
    "R301": "something stands twice: a rule, or all that is said of a connective",
    "R302": "there is nothing of that name to switch off, or it is of the same file",
    "R303": "the rule that is extended, or handed on to, is none",
    "R304": "rules extend each other, or hand on what was handed on",
    "R305": "the rule that is handed on to does not say what the type becomes",
    "R306": "the rule that is extended has nothing of that name to drop, or none is extended",
    "R401": "something is defined twice",
    "R402": "something is defined by itself",
    "R403": "something is defined and used nowhere",
    "R404": "a definition does not go with what our rules ask of it",
}
