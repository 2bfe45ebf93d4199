"""How the window comes to be: launching it, collecting reference cycles, loading the editor ahead of time."""
