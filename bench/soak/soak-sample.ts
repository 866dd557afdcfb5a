import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createOutboxStore } from '../../store/outbox/outbox-store.ts';
import { PROCESSES, type SystemWorld } from '../../testing/processes/system-world.ts';
import { processMemory, type ProcessMemory } from './process-memory.ts';
import type { SoakTraffic } from './soak-traffic.ts';

export type SampledProcess = (typeof PROCESSES)[number];

/** The system at one moment. */
export interface SoakSample {
  /** Minutes since the start. */
  readonly minute: number;
  readonly memory: Readonly<Record<SampledProcess, ProcessMemory>>;
  readonly outbox: { readonly waiting: number; readonly oldestSeconds: number; readonly dead: number };
  /** The lag of the indexer behind the journal. */
  readonly lag: { readonly lines: number; readonly seconds: number };
}

export interface SampleParts {
  readonly world: SystemWorld;
  readonly pool: pg.Pool;
  readonly traffic: SoakTraffic;
}

/** The Node processes, including the one that runs ClickHouse. */
const COLLECTING = ['clickhouse', 'worker', 'api'] as const;
/** Milliseconds between the signal and the measurement. */
const COLLECTION_MS = 1_000;

export async function takeSample({ world, pool, traffic }: SampleParts, minute: number): Promise<SoakSample> {
  const outbox = createOutboxStore(pool, { now: () => new Date() });
  const { waiting, oldestWaitingSeconds, dead } = await outbox.counts();
  const lag = await traffic.lag();
  for (const name of COLLECTING) process.kill(world.pid(name), 'SIGWINCH');
  await delay(COLLECTION_MS);
  const memory = Object.fromEntries(PROCESSES.map((name) => [name, processMemory(world.pid(name))]));
  return {
    minute,
    memory: memory as Record<SampledProcess, ProcessMemory>,
    outbox: { waiting, oldestSeconds: oldestWaitingSeconds, dead },
    lag,
  };
}
