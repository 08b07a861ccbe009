"""How well does memory find things? Questions with known answers, asked through the one door."""
