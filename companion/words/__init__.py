"""Sentences for people: the engine's codes and the API's problems in English and German, in the box's own words."""

from .reader import LANGUAGES, Words, words_for

__all__ = ["LANGUAGES", "Words", "words_for"]
