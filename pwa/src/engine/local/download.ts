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
 * Brings a file here, from the phone's store where it is, and keeps it there where the page may keep anything.
 * `progress` hears of every byte.
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
  const response = await counted(address, progress);
  // Nothing waits for that.
  store?.put(address, response.clone()).catch(() => undefined);
  return response;
}

async function counted(address: string, progress: (bytes: number) => void): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${response.status} ${address}`);
  const parts: BlobPart[] = [];
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    progress(next.value.byteLength);
  }
  // No browser compiles what comes by another name, and not every host knows this one.
  const type = address.endsWith('.wasm') ? 'application/wasm' : response.headers.get('Content-Type');
  return new Response(new Blob(parts), { headers: { 'Content-Type': type ?? 'application/octet-stream' } });
}
