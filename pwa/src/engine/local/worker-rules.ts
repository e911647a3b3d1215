import bundle from 'virtual:engine-bundle';

import { toBeReady } from './messages';
import type { Files, FromWorker, ToWorker } from './messages';
import { RulesProblem } from './rules';
import type { Problem, Rules, Status } from './rules';

interface Asked {
  resolve(answer: string): void;
  reject(error: Error): void;
}

/** The Python engine in a worker of this page. */
export class WorkerRules implements Rules {
  status: Status = { kind: 'asleep' };

  private worker: Worker | null = null;
  private asked = new Map<number, Asked>();
  private last = 0;
  private watchers = new Set<(status: Status) => void>();
  private settled: (able: boolean) => void = () => undefined;
  private readonly able = new Promise<boolean>((resolve) => (this.settled = resolve));

  constructor(
    private readonly files: Files = filesOf(document.baseURI),
    private readonly make: () => Worker = newWorker,
  ) {}

  /** Starts loading. Called when the first screen works; calling it again does nothing. */
  start(): void {
    if (this.worker || this.status.kind === 'impossible') return;
    try {
      if (typeof WebAssembly !== 'object') throw new Error('no WebAssembly');
      this.worker = this.make();
      this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.heard(data);
      this.worker.onerror = (event) => this.give(event.message || 'the worker did not start');
      this.become({
        kind: 'loading',
        loaded: 0,
        total: toBeReady(this.files),
      });
      this.worker.postMessage({ files: this.files } satisfies ToWorker);
    } catch (error) {
      this.give(error instanceof Error ? error.message : String(error));
    }
  }

  ready(): Promise<boolean> {
    return this.able;
  }

  async call<T>(call: string, content: Record<string, unknown> = {}): Promise<T> {
    if (!(await this.able)) throw new Error('the engine does not run on this phone');
    const text = await new Promise<string>((resolve, reject) => {
      const id = (this.last += 1);
      this.asked.set(id, { resolve, reject });
      this.worker?.postMessage({ id, question: JSON.stringify({ ...content, call }) } satisfies ToWorker);
    });
    const answer = JSON.parse(text) as { ok: T } | { problem: Problem };
    if ('problem' in answer) throw new RulesProblem(answer.problem);
    return answer.ok;
  }

  /** Calls back at once and with every change, until the returned function is called. A Svelte store's contract. */
  subscribe(watcher: (status: Status) => void): () => void {
    this.watchers.add(watcher);
    watcher(this.status);
    return () => this.watchers.delete(watcher);
  }

  private heard(message: FromWorker): void {
    if (message.kind === 'answer' || message.kind === 'failed') {
      const asked = this.asked.get(message.id);
      this.asked.delete(message.id);
      if (message.kind === 'answer') asked?.resolve(message.answer);
      else asked?.reject(new Error(message.reason));
    } else if (message.kind === 'impossible') {
      this.give(message.reason);
    } else {
      this.become(message);
      if (message.kind === 'ready') this.settled(true);
    }
  }

  private give(reason: string): void {
    this.become({ kind: 'impossible', reason });
    this.settled(false);
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.asked.values()) reject(new Error(reason));
    this.asked.clear();
  }

  private become(status: Status): void {
    this.status = status;
    for (const watcher of this.watchers) watcher(status);
  }
}

function newWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'engine' });
}

/** The bundle's files as addresses of this site. */
function filesOf(base: string): Files {
  const at = (path: string): string => new URL(`engine/${path}`, base).href;
  return {
    version: bundle.version,
    lock: bundle.lock,
    python: at(bundle.python),
    library: at(bundle.library),
    companion: at(bundle.companion),
    desk: at(bundle.desk),
    sizes: Object.fromEntries(Object.entries(bundle.sizes).map(([path, size]) => [at(path), size])),
  };
}
