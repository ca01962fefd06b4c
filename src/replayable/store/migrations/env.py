"""Runs the steps on the connection that the store hands over; the store has a transaction open around them."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
