"""What do records rest on in the repository, and how fresh does that make them?"""
