"""What all games share, in other languages than English: a module for each, read when somebody asks for it.

A module has SENTENCES by code and TOLD by type of event, with the same parameters as the English ones.
Substances are ruled on by their English names and shown by those of the language (`de_words.named`).
"""
