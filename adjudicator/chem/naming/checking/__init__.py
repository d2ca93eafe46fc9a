"""Is this its name, and why not?"""
