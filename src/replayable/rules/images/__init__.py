"""Rules about images: such as cannot be read, are too large or too many, or stand where none may stand."""
