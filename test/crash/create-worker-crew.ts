import type { ProcessName, SystemWorld, Variables } from '../../testing/processes/system-world.ts';

/** Processes that are killed, and started again concurrently with the other work. */
export interface WorkerCrew {
  /** Kills the worker whose turn it is, so that each has the longest time to start work. */
  killWorker(): Promise<ProcessName>;
  /** Kills a process, after its start if it is starting. */
  kill(name: ProcessName): Promise<ProcessName>;
  isStarting(name: ProcessName): boolean;
  /** Settles when all killed processes run again. */
  rest(): Promise<void>;
}

/** @param env the variables of the processes that are started again */
export function createWorkerCrew(world: SystemWorld, env: Variables = {}): WorkerCrew {
  const starting = new Map<ProcessName, Promise<void>>();
  const workers: ProcessName[] = ['worker', 'worker-2'];
  const kill = async (name: ProcessName): Promise<ProcessName> => {
    await starting.get(name);
    await world.kill(name);
    const start = world.start(name, env).finally(() => starting.delete(name));
    // `rest` or the next kill of the process awaits the result.
    start.catch(() => undefined);
    starting.set(name, start);
    return name;
  };
  return {
    kill,
    killWorker() {
      const [name = 'worker'] = workers.splice(0, 1);
      workers.push(name);
      return kill(name);
    },
    isStarting: (name) => starting.has(name),
    async rest() {
      await Promise.all(starting.values());
    },
  };
}
