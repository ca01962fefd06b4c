"""What is expected of each entry of the handed list of refusals: where it is found, for which target, and what else is found with it."""
