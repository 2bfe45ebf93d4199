"""The balance lab: many games between bots, stored, summed up and compared with what-ifs."""
