"""Which names has a substance?"""
