"""How the embedded model is made: corpus, vocabulary, teachers, training, export. Not in the wheel."""
