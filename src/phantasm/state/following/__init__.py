"""What becomes of records when their branch is merged, renamed or abandoned, or their commit reverted?"""
