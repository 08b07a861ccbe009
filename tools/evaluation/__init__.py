"""Measures how well memory works: questions with known answers, asked through the one door."""
