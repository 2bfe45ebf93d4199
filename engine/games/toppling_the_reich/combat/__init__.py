"""Combat from the statement of attack to the advance, attrition and exploitation (7.0, 8.0)."""
