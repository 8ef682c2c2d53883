"""What can be done with what `disco` writes."""
