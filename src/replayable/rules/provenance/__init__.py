"""What a session's runtime wrote into the history beside the conversation: copies of answers, its own context, where a text came from."""
