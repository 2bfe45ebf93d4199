"""Colors, style sheets and icons of the window."""
