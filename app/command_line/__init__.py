"""The command line: one module per family of subcommands. Heavy imports wait until they are needed."""
