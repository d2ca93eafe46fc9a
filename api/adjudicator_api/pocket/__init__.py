"""The pocket edition: a folder with which a browser judges by itself, without a server and a network."""
