import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PYTHON = process.env['PYTHON'] ?? 'python3';
const ROOT = join(process.cwd(), '..');

/** The Python engine in a process of its own, for all pages of all phones. */
export class Desk {
  private readonly process: ChildProcess;
  private readonly waiting: ((answer: string) => void)[] = [];

  constructor() {
    const env = { ...process.env, PYTHONPATH: ROOT };
    this.process = spawn(PYTHON, [join('tests', 'voyages', 'desk.py')], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (!this.process.stdout) throw new Error('no way to hear the engine');
    createInterface({ input: this.process.stdout }).on('line', (answer) => this.waiting.shift()?.(answer));
  }

  ask(page: number, question: string): Promise<string> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.process.stdin?.write(`${JSON.stringify({ page, question })}\n`);
    });
  }

  /** The page is gone, and its tables with it. */
  forget(page: number): void {
    this.process.stdin?.write(`${JSON.stringify({ page, question: null })}\n`);
  }

  stop(): void {
    this.process.kill();
  }
}

export interface Answer {
  status: number;
  text: string;
}

/** `python -m companion serve` with an SQLite file, as a group's laptop runs it. */
export class Harbor {
  restarts = 0;
  /** How many requests that may have changed something are over. */
  written = 0;
  private process: ChildProcess | null = null;
  private agent = new Agent();

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async open(folder: string): Promise<Harbor> {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const { port } = probe.address() as AddressInfo;
    probe.close();
    await once(probe, 'close');
    const harbor = new Harbor(folder, port);
    await harbor.start();
    return harbor;
  }

  get isUp(): boolean {
    return this.process !== null;
  }

  async start(): Promise<void> {
    if (this.process) return;
    const env = {
      ...process.env,
      DATABASE_URL: `sqlite:///${join(this.folder, 'harbor.db')}`,
      RATE_LIMITS: 'off',
    };
    const log = openSync(join(this.folder, 'harbor.log'), 'a');
    // A process group of its own: kill -9 takes the workers along.
    this.process = spawn(
      PYTHON,
      ['-m', 'companion', 'serve', '--host', '127.0.0.1', '--port', String(this.port)],
      {
        cwd: ROOT,
        env,
        detached: true,
        stdio: ['ignore', 'pipe', log],
      },
    );
    this.agent = new Agent({ keepAlive: true });
    const output = this.process.stdout;
    if (!output) throw new Error('no way to hear the server');
    await new Promise<void>((resolve, reject) => {
      output.on('data', (text: Buffer) => text.includes('Harbormaster is open') && resolve());
      this.process?.once('exit', (code) => {
        // Not by us: then nobody is left to kill.
        if (code !== null) this.process = null;
        reject(
          new Error(
            `the server ended with ${code}: ${readFileSync(join(this.folder, 'harbor.log'), 'utf-8').slice(-2_000)}`,
          ),
        );
      });
    });
  }

  /** kill -9, as when the power goes. */
  async kill(): Promise<void> {
    const { process: running } = this;
    if (!running?.pid) return;
    this.process = null;
    const gone = once(running, 'exit');
    process.kill(-running.pid, 'SIGKILL');
    await gone;
    this.agent.destroy();
    this.restarts += 1;
  }

  /** For the end of this process, where nothing can be waited for. */
  abandon(): void {
    if (this.process?.pid) process.kill(-this.process.pid, 'SIGKILL');
  }

  /** The server's answer; null where there is none. */
  async ask(address: string, how: RequestInit): Promise<Answer | null> {
    const answer = await this.answered(address, how);
    if (how.method !== 'GET') this.written += 1;
    return answer;
  }

  private answered(address: string, { method, headers, body }: RequestInit): Promise<Answer | null> {
    return new Promise((resolve) => {
      const asked = request(
        address,
        { method, headers: { ...(headers as Record<string, string>) }, agent: this.agent },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          );
          answer.on('error', () => resolve(null));
        },
      );
      asked.on('error', () => resolve(null));
      asked.end(body as string | undefined);
    });
  }
}
