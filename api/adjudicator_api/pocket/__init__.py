"""The pocket edition: a folder of files with which a browser judges without a server or a network."""
