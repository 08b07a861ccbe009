"""How do programs and the operator's page reach it? One route per operation, and the page itself."""
