"""The Ops Phase (chapter 6): initiative, activation, reaction."""
