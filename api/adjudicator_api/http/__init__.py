"""What a request is: operations, their models, problems, languages and the OpenAPI document."""
