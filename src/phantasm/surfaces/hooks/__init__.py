"""How do the hooks of coding agents reach the project's memory?"""
