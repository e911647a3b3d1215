import type { Files } from './messages';

/** Where the engine's files stay between visits. The service worker reads it too, and throws old versions away. */
export const KEPT = 'harbormaster-engine';

/**
 * Brings the files here, from the phone's own store where they are, and keeps them there where the page may keep
 * anything. `progress` hears how many bytes there are already.
 */
export async function download(
  files: Files,
  progress: (loaded: number, total: number) => void,
): Promise<Map<string, Response>> {
  const addresses = Object.keys(files.sizes);
  const total = Object.values(files.sizes).reduce((sum, size) => sum + size, 0);
  const store = await openStore();
  let loaded = 0;
  const add = (bytes: number): void => {
    loaded += bytes;
    progress(Math.min(loaded, total), total);
  };
  const found = await Promise.all(
    addresses.map(async (address): Promise<[string, Response]> => {
      const kept = await store?.match(address);
      if (kept) {
        add(files.sizes[address] ?? 0);
        return [address, kept];
      }
      const response = await counted(address, add);
      await store?.put(address, response.clone()).catch(() => undefined);
      return [address, response];
    }),
  );
  return new Map(found);
}

/** No page in a plain home network has a store, and some private windows refuse theirs. */
async function openStore(): Promise<Cache | null> {
  try {
    return await caches.open(KEPT);
  } catch {
    return null;
  }
}

async function counted(address: string, add: (bytes: number) => void): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`${response.status} ${address}`);
  const parts: BlobPart[] = [];
  const reader = response.body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    add(next.value.byteLength);
  }
  const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
  return new Response(new Blob(parts), { headers: { 'Content-Type': type } });
}
