"""Starting the program: the window, the collector of reference cycles, preloading the editor."""
