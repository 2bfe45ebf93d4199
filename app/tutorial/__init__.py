"""The guided first game and playable examples."""
