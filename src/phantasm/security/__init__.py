"""Who may: profiles, policy, redaction, trust decisions."""
