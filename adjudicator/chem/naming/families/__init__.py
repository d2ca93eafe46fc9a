"""By which rules is each family of substances named, and what is it built of?"""
