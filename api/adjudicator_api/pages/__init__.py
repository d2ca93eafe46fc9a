"""The pages for people, and the documentation."""
