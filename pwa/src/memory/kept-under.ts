/** Under what the results of a table are kept. */
export function scoreKey(code: string): string {
  return `score:${code}`;
}

export function recordKey(code: string): string {
  return `record:${code}`;
}

export function lessonsKey(code: string): string {
  return `lessons:${code}`;
}
