"""What is made of it: claims, episodes, procedures, consolidation."""
