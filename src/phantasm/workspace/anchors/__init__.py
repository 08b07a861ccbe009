"""What does a record rest on in the repository, and is it still so?"""
