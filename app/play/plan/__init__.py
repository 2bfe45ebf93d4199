"""Plans: several actions are put together and tried before any of them is done."""
