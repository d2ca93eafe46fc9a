"""Outside sources, asked only when the user switches them on: PubChem and ChemSpider, with a cache."""
