"""What rules do, and what judges that: the gate, the evidence, the weights."""
