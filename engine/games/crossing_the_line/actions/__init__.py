"""Actions (chapter 7): movement, relocation of headquarters, refit, Improved Defense."""
