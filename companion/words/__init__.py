"""Sentences for people: the engine's codes and the API's problems in every language, in the box's own words."""

from .languages import LANGUAGES, SPOKEN, Language
from .reader import Words, words_for

__all__ = ["LANGUAGES", "SPOKEN", "Language", "Words", "words_for"]
