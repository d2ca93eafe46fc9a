"""The languages besides English: what the engine and the chemistry say, and how any language is read.

A language is a file of words here, one in every game's folder of words, and the names of
chem/naming/knowledge/words; `catalogue` says what is in a file. Substances are ruled on by their English
names and shown by those of the language.
"""
