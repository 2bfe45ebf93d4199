"""The command line: one module per family of subcommands. None of them imports Qt; heavy imports wait until used."""
