"""The version, which the package, its runs and its data sets have."""

__version__ = "0.1.0"
