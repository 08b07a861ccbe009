"""How is a memory made again from what was seen and what people decided?"""
