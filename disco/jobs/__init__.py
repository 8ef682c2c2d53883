"""What rules do: unfuse, resolve, fuse, categorize; and the gate behind them."""
