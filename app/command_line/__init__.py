"""The command line: one module per group of subcommands. Heavy modules are imported when needed."""
