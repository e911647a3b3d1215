const ENDED = /[.?!…:]$/;
const SMALL = /^\p{Ll}/u;

/** One after the other: each but the last with a full stop, each but the first with a capital; what is empty is not said. */
export function sentences(...parts: (string | false | undefined)[]): string {
  const said = parts.map((part) => (part ? part.trim() : '')).filter(Boolean);
  return said
    .map((part, at) => {
      const begun = at ? part.replace(SMALL, (letter) => letter.toUpperCase()) : part;
      return at === said.length - 1 || ENDED.test(begun) ? begun : `${begun}.`;
    })
    .join(' ');
}

/** As a title: whatever stands alone elsewhere has no full stop here. */
export function asTitle(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
