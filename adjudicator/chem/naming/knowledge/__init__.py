"""What naming knows: the ions, the words of every language, and the names that no rule gives."""
