"""Codes, tokens and secrets: what opens a table, and how little of it is kept."""

from __future__ import annotations

import hashlib
import re
import secrets

# Crockford's base 32 has no I, L, O and U: a code can be read aloud and typed.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("ILO", "110")
CODE_LENGTH = 10  # 50 bits
SHORT_LENGTH = 6
_CODE = re.compile(f"[{_ALPHABET}]{{{CODE_LENGTH}}}")
_OWN_TOKEN = re.compile(r"[A-Za-z0-9_-]{43,86}")


def new_code() -> str:
    """A table code that nobody guesses."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """The code that somebody typed, as it is kept."""
    return text.strip().upper().translate(_READ_AS)


def is_code(text: str) -> bool:
    """Whether a code, as it is kept, could be one: a database is not asked for anything else."""
    return _CODE.fullmatch(text) is not None


def new_token() -> str:
    """A token with 256 bits of chance."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of a token. It is random, so a plain hash cannot be searched."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def is_own_token(token: str) -> bool:
    """Whether a token that a client made for itself can have as much chance in it as ours."""
    return _OWN_TOKEN.fullmatch(token) is not None


def new_short_code() -> str:
    """A code for the hand. It only lets somebody ask, so 30 bits are enough."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(SHORT_LENGTH))
