"""Names as people write them: what can be seen is taken, in every script and with the joiners and signs that its
writers use; what cannot be seen is not. What a sign is, `unicodedata` says.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from companion.engine.refusals import Malformed, fault_of
from companion.engine.values import NAME_LENGTH

# Default_Ignorable_Code_Point of the Unicode data, which the standard library does not know.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Blank as well, though they are letters, signs or marks: what fills a place, holds it or stands between two lines.
_BLANK = re.compile("[\u2800\ufff9-\ufffc\U00016fe4\U0001d159\U00013430-\U0001343f\U00013441\U00013442]")
# Nothing that anybody could read, whatever the font. What a newer Unicode has than this Python is no such thing.
_NEVER = ("Cc", "Cs", "Co", "Zl", "Zp")

ZWNJ, ZWJ = "\u200c", "\u200d"
_KEYCAP, _GRAPHEME_JOINER = "\u20e3", "\u034f"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_VARIATION = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Punctuation and a letter that are pictures, too.
_PICTURES = "‼⁉〰〽ℹ"
# Parts of joined emoji that the Unicode data has for something else: tones of skin, and an arrow.
_BESIDES = "🏻🏼🏽🏾🏿↔"
# Flags of regions: a black flag, the region's letters, and the end.
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
_TAG = re.compile("[\U000e0020-\U000e007f]")

# Scripts, by the first word of their signs' names, in which a joiner says whether two neighbours touch. Where a virama
# stands beside it, it does so in any script.
_JOINED = frozenset(
    {
        "ADLAM",
        "ARABIC",
        "HANIFI",
        "KHMER",
        "MANDAIC",
        "MANICHAEAN",
        "MONGOLIAN",
        "MYANMAR",
        "NKO",
        "PHAGS-PA",
        "PSALTER",
        "SOGDIAN",
        "SYRIAC",
    }
)
# Those that are written without spaces: keyboards give an invisible one between words.
_UNSPACED = frozenset(
    {"BALINESE", "CHAM", "JAVANESE", "KHMER", "LAO", "MYANMAR", "NEW", "TAI", "THAI", "TIBETAN"}
)
# Those whose letters have forms that a selector chooses.
_VARIED = frozenset({"CJK", "MANICHAEAN", "MYANMAR", "PHAGS-PA"})
# What shows nothing by itself and has its place between two signs of these scripts.
_WITHIN: Mapping[str, frozenset[str]] = {
    "\u200b": _UNSPACED,
    "\u180e": frozenset({"MONGOLIAN"}),
    "\u2800": frozenset({"BRAILLE"}),
    "\U00016fe4": frozenset({"KHITAN"}),
    **{chr(code): frozenset({"EGYPTIAN"}) for code in (*range(0x13430, 0x13440), 0x13441, 0x13442)},
}
_MONGOLIAN_SELECTORS = "\u180b\u180c\u180d\u180f"


def typed_name(value: object, field: str) -> str:
    """A name that is given now: trimmed, composed, and all of it to be seen; raises Malformed."""
    name = kept_name(value, field)
    if not _shows(name):
        raise Malformed(field, "name", most=NAME_LENGTH)
    return name


def kept_name(value: object, field: str) -> str:
    """A name that was taken before, perhaps by another rule: trimmed and composed; raises Malformed."""
    if not isinstance(value, str) or len(value) > 4 * NAME_LENGTH:
        raise Malformed(field, "name", fault_of(value), most=NAME_LENGTH)
    name = unicodedata.normalize("NFC", value).strip()
    if not 0 < len(name) <= NAME_LENGTH or any(unicodedata.category(sign) in _NEVER for sign in name):
        raise Malformed(field, "name", most=NAME_LENGTH)
    return name


@lru_cache(4096)
def known_as(name: str) -> str:
    """By what somebody is known: equal for names that differ in what nobody sees or says, like the case of letters."""
    seen = "".join(sign for sign in name if sign == ZWJ or _TAG.match(sign) or not _hidden(sign))
    # A joined emoji is another picture than its parts.
    drawn = "".join(
        sign
        for at, sign in enumerate(seen)
        if sign != ZWJ or (_pictured(seen[at - 1 : at]) and _pictured(seen[at + 1 : at + 2]))
    )
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", drawn).casefold())
    return " ".join(folded.split()) or name


def _shows(name: str) -> bool:
    """Whether each sign of it is seen, or has its place beside one that is."""
    # The letters of a flag's region are seen in the flag.
    name = _FLAG.sub("\U0001f3f4", name)
    return bool(name) and all(
        _has_its_place(sign, name[at - 1] if at else "", name[at + 1 : at + 2])
        for at, sign in enumerate(name)
    )


def _has_its_place(sign: str, before: str, after: str) -> bool:
    if _hidden(sign):
        return _belongs(sign, before, after)
    kind = unicodedata.category(sign)
    if kind[0] == "M":
        # Over a space it would seem to belong to nothing.
        return before != "" and unicodedata.category(before) != "Zs"
    return not _is_noncharacter(sign)


def _belongs(sign: str, before: str, after: str) -> bool:
    """Whether what shows nothing by itself does what its writers want of it, between these two."""
    if sign in _WITHIN:
        return _within(_WITHIN[sign], before, after)
    if sign in (ZWNJ, ZWJ):
        if _is_virama(before) or (_is_virama(after) and before != ""):
            return True
        if (
            sign == ZWJ
            and _pictured(after)
            and (_pictured(before) or (before != "" and before in _EMOJI_SELECTORS))
        ):
            return True
        return _within(_JOINED, before, after)
    if sign == _GRAPHEME_JOINER:
        return _is_mark(before) and _is_mark(after)
    if before == "" or _hidden(before):
        return False
    if sign in _MONGOLIAN_SELECTORS:
        return _script(before) in ("MONGOLIAN", "")
    if sign in _EMOJI_SELECTORS and (before in _PICTURES or (before in "0123456789#*" and after == _KEYCAP)):
        return True
    if _VARIATION.match(sign):
        return unicodedata.category(before) in ("So", "Sm") or _script(before) in ("", *_VARIED)
    return False


def _hidden(sign: str) -> bool:
    return _IGNORABLE.match(sign) is not None or _BLANK.match(sign) is not None


def _within(scripts: frozenset[str], before: str, after: str) -> bool:
    """Between two signs of one of these scripts."""
    found = {_script(before), _script(after)} - {""} if before and after else set()
    return len(found) == 1 and found <= scripts


def _script(sign: str) -> str:
    """The script of a sign, by the first word of its name; nothing where this Python's Unicode does not have it yet."""
    return unicodedata.name(sign, "").partition(" ")[0] if sign else ""


def _is_virama(sign: str) -> bool:
    return sign != "" and unicodedata.combining(sign) == 9


def _is_mark(sign: str) -> bool:
    return sign != "" and unicodedata.category(sign)[0] == "M"


def _pictured(sign: str) -> bool:
    """Whether it can be part of a joined emoji: a picture, a tone of skin, or one newer than this Python."""
    return (
        sign != "" and not _hidden(sign) and (unicodedata.category(sign) in ("So", "Cn") or sign in _BESIDES)
    )


def _is_noncharacter(sign: str) -> bool:
    code = ord(sign)
    return 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE
