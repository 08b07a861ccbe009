"""What does each coding agent get, and where?"""
