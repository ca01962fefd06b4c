"""Images as bytes: base64, headers, and making them smaller. Knows nothing of messages.

Only `shrinking` decodes pixels, and only it imports pyvips, when an image really must be worked on.
"""
