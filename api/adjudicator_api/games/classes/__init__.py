"""What a class is: its teacher and pupils, what they answer, and the tables at which they play."""
