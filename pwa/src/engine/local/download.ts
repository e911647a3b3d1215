/** Where the engine's files stay between visits. The service worker reads it too, and throws old versions away. */
export const KEPT = 'harbormaster-engine';

/** The phone's own store of the engine's files. No page in a plain home network has one, and some private windows refuse theirs. */
export async function openStore(): Promise<Cache | null> {
  try {
    return await caches.open(KEPT);
  } catch {
    return null;
  }
}

/**
 * Brings a file here, from the phone's store where it is, and keeps it there where the page may keep anything. It can be
 * read while it still comes; `progress` hears of every byte.
 */
export async function download(
  store: Cache | null,
  address: string,
  size: number,
  progress: (bytes: number) => void,
): Promise<Response> {
  const there = await store?.match(address);
  if (there) {
    progress(size);
    return there;
  }
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${response.status} ${address}`);
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, to) {
      progress(part.byteLength);
      to.enqueue(part);
    },
  });
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
  const counted = new Response(response.body.pipeThrough(counter), { headers: { 'Content-Type': type } });
  // One that breaks off is not kept.
  store?.put(address, counted.clone()).catch(() => undefined);
  return counted;
}
