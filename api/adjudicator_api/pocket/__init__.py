"""The pocket edition: a folder of files with which a browser judges by itself, without a server and a network."""
