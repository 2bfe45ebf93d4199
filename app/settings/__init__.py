"""What a user has chosen, kept between starts."""
