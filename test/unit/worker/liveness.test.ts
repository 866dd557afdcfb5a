import { describe, expect, it } from 'vitest';
import type { Component, OptionalLoop } from '../../../domain/kernel/components.ts';
import { reportLiveness, type Liveness } from '../../../worker/liveness.ts';

type WorkerState = ReturnType<NonNullable<ReturnType<Liveness['workers']['get']>>['getState']>;

interface Parts {
  readonly isReadable: boolean;
  readonly temporal: 'answers' | 'is silent' | 'was never reached';
  readonly workers: Partial<Record<Component, WorkerState>>;
  readonly sweepsJudges?: boolean;
}

/** The components that a process in this condition reports as alive. */
async function alive({ isReadable, temporal, workers, sweepsJudges = false }: Parts): Promise<string[]> {
  const beaten: string[] = [];
  const connection = {
    withDeadline: (_: number, call: () => Promise<unknown>) => call(),
    workflowService: {
      getSystemInfo: () => (temporal === 'answers' ? Promise.resolve({}) : Promise.reject(new Error('silence'))),
    },
  };
  const beat = (component: Component | OptionalLoop, instanceId: string): Promise<void> => {
    beaten.push(`${component} of ${instanceId}`);
    return Promise.resolve();
  };
  await reportLiveness({ beat }, 'one', {
    always: ['reconciler'],
    sweepsJudges,
    clickhouse: {
      ping: () => Promise.resolve(isReadable ? { success: true } : { success: false, error: new Error('away') }),
    },
    connection: () => (temporal === 'was never reached' ? undefined : (connection as never)),
    workers: new Map(
      Object.entries(workers).map(([component, state]) => [component as Component, { getState: () => state } as never]),
    ),
  });
  return beaten.sort();
}

const ALL_RUNNING = {
  'worker.requested_runs': 'RUNNING',
  'worker.dispatcher': 'RUNNING',
  'worker.due_runs': 'RUNNING',
  'worker.housekeeping': 'RUNNING',
} as const;

describe('the heartbeats of a worker process', () => {
  it('are those of all components if all work', async () => {
    expect(await alive({ isReadable: true, temporal: 'answers', workers: ALL_RUNNING })).toEqual([
      'inbox of one',
      'reader of one',
      'reconciler of one',
      'relay of one',
      'worker.dispatcher of one',
      'worker.due_runs of one',
      'worker.housekeeping of one',
      'worker.requested_runs of one',
    ]);
  });

  it('include the sweep of judges if it is configured and the worker of housekeeping runs', async () => {
    const sweeps = async (workers: Parts['workers'], temporal: Parts['temporal'] = 'answers'): Promise<boolean> =>
      (await alive({ isReadable: true, temporal, workers, sweepsJudges: true })).includes('worker.judge_sweep of one');
    expect(await sweeps(ALL_RUNNING)).toBe(true);
    expect(await sweeps({ ...ALL_RUNNING, 'worker.housekeeping': 'FAILED' })).toBe(false);
    expect(await sweeps(ALL_RUNNING, 'is silent')).toBe(false);
  });

  it('lack only the reader while ClickHouse does not answer', async () => {
    const components = await alive({ isReadable: false, temporal: 'answers', workers: ALL_RUNNING });
    expect(components).toHaveLength(7);
    expect(components).not.toContain('reader of one');
  });

  it.each(['is silent', 'was never reached'] as const)(
    'are those of components without Temporal if Temporal %s',
    async (temporal) => {
      expect(await alive({ isReadable: true, temporal, workers: ALL_RUNNING })).toEqual([
        'reader of one',
        'reconciler of one',
      ]);
    },
  );

  it('lack a worker that does not run, and also the inbox without the worker of due runs', async () => {
    const workers = { ...ALL_RUNNING, 'worker.due_runs': 'FAILED', 'worker.dispatcher': 'DRAINING' } as const;
    expect(await alive({ isReadable: true, temporal: 'answers', workers })).toEqual([
      'reader of one',
      'reconciler of one',
      'relay of one',
      'worker.housekeeping of one',
      'worker.requested_runs of one',
    ]);
  });
});
