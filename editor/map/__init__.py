"""The map being edited: canvas, previews, shapes."""
