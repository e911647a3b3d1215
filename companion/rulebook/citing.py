"""In which order the places of an answer are named."""

from __future__ import annotations

from collections.abc import Sequence

from .content import DOCUMENT, Citation


def ordered(citations: Sequence[Citation], edition: str | None) -> tuple[Citation, ...]:
    """The asked edition's own places first. Without an edition every booklet's best place, then the others."""
    if edition is not None:
        own = DOCUMENT[edition]
        return tuple(sorted(citations, key=lambda citation: citation.document != own))
    # Yucata's text of the base game repeats that of 2014, so the printed booklets come before it.
    repeated = any(citation.document == "000" for citation in citations)
    seen: dict[str, int] = {}
    ranked = []
    for index, citation in enumerate(citations):
        nth = seen[citation.document] = seen.get(citation.document, -1) + 1
        online = repeated and citation.document == "002"
        ranked.append((nth + online, online, index, citation))
    return tuple(citation for *_, citation in sorted(ranked, key=lambda entry: entry[:3]))
