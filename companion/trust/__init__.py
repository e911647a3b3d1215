"""HTTPS in the home network: an authority of this machine's own, and the pages on which a phone learns to trust it."""
