"""What others say of requests: the types, service models, validators and chat templates of the providers and their libraries."""
