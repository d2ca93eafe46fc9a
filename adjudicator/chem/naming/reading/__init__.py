"""What does a name stand for, and is it what a formula says?"""
