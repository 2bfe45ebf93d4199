"""What follows movement: looking, overstacking, works, reforming."""
