import { LocalEngine } from './local';
import { WorkerRules } from './worker-rules';

let chosen: WorkerRules | null = null;

/** The Python engine on this phone; it sleeps until `start()`. */
export function localRules(): WorkerRules {
  return (chosen ??= new WorkerRules());
}

export function localEngine(): LocalEngine {
  return new LocalEngine(localRules());
}

export { WorkerRules } from './worker-rules';
export type { Rules, Status } from './rules';
export * from './local';
