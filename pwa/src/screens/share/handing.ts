/** Hands a file to another app, or saves it where that is not possible; `dropped` when the group changed its mind. */
export async function handOver(content: Blob, name: string, title: string): Promise<'shared' | 'saved' | 'dropped'> {
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

/** Hands a link to another app, or puts it where it can be pasted; `dropped` where neither was wanted or allowed. */
export async function handLink(url: string, title: string): Promise<'shared' | 'copied' | 'dropped'> {
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title, url });
      return 'shared';
    }
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'dropped';
  }
}
