function drawn(bytes: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(bytes));
}

/** An id that nothing else has. Not randomUUID, which a phone in a home network lacks: its pages are in no secure context. */
export function newId(): string {
  return Array.from(drawn(16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A token of this phone's own: asking again with it after a lost answer finds the same place. */
export function newToken(): string {
  return btoa(String.fromCharCode(...drawn(32)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
