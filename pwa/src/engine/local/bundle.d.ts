/** The engine's files, as engine-bundle/plugin.ts makes them; paths are relative to `engine/` beside index.html. */
declare module 'virtual:engine-bundle' {
  const bundle: {
    version: string;
    python: string;
    library: string;
    companion: string;
    desk: string;
    lock: object;
    sizes: Record<string, number>;
  };
  export default bundle;
}
