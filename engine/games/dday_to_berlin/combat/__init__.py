"""Air strikes, ranged combat and assaults, from the declaration to the advance."""
