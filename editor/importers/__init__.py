"""Maps and pieces read from the files of other programs. Everything foreign is read defensively."""
