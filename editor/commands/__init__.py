"""Every change of a map or scenario as a small reversible command: one class, and builders with names."""
