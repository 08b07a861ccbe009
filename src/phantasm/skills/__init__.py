"""What can be repeated: verified procedures as packages that agents load, and what people made of them."""
