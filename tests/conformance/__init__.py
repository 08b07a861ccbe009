"""The official conformance suite of the protocol, on the product's own stack."""
