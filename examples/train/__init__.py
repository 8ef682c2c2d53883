"""Fine-tune a model of your own on what ``disco build`` or ``disco categorize`` wrote."""
