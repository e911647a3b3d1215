/** Hands a file to another app, or saves it where that is not possible; `dropped` when the group changed its mind. */
export async function handOver(
  content: Blob,
  name: string,
  title: string,
): Promise<'shared' | 'saved' | 'dropped'> {
  const file = new File([content], name, { type: content.type });
  if (canShare(file)) {
    try {
      await navigator.share({ files: [file], title });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dropped';
    }
  }
  save(content, name);
  return 'saved';
}

export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function canShare(file = new File([''], 'a.png', { type: 'image/png' })): boolean {
  return typeof navigator.share === 'function' && (navigator.canShare?.({ files: [file] }) ?? false);
}

/** What is handed on: a link, with the words that go along with it. */
export interface Handing {
  title: string;
  url: string;
  text?: string;
}

/** What became of it: `shown` where neither another app nor the clipboard can be had, and the link has to be copied by hand. */
export type Handed = 'shared' | 'copied' | 'dropped' | 'shown';

/** Hands a link to another app, or puts it where it can be pasted. Both may be missing: browsers keep them to secure pages. */
export async function handOn(what: Handing): Promise<Handed> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(what);
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dropped';
    }
  }
  const text = what.text === undefined ? what.url : `${what.text}\n${what.url}`;
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    return copied(text) ? 'copied' : 'shown';
  }
}

/** The way before there was a clipboard, which every page has, secure or not. */
function copied(text: string): boolean {
  const field = Object.assign(document.createElement('textarea'), {
    value: text,
    readOnly: true,
    className: 'sr',
  });
  // Beside an open dialog nothing can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  const before = document.activeElement;
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
