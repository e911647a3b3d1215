"""Codes and tokens: what opens a table, and how little of it is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets

# Crockford's base 32 has no I, L, O and U: a code can be read aloud and typed.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("ILO", "110")
CODE_LENGTH = 10  # 50 bits


def new_code() -> str:
    """A table code that nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """The code that somebody typed, as it is kept."""
    return text.upper().translate(_READ_AS)


def new_token() -> str:
    """A token with 256 bits of chance."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of a token. It is random, so a plain hash cannot be searched."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def is_token(token: str, kept_hash: str) -> bool:
    """Whether the token is the one that was hashed, in constant time."""
    return hmac.compare_digest(token_hash(token), kept_hash)
