"""Long work beside the window: who does it, how it is waited for, and how it is called off."""
