"""Documents in messages and in tool results, as the targets want them named."""
