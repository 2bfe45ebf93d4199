"""The handbook: pages in Markdown, shown by F1 and exported as a web site."""
