import { setTimeout as delay } from 'node:timers/promises';
import { createLoadedLineCounter } from '../../store/ingest/loaded-line-counter.ts';
import { createPool } from '../../store/postgres/pool.ts';
import { DEMO_TENANCY, ensureDemoTenancy, type DemoCredentials } from '../../store/tenancy/demo-tenancy.ts';
import type { EnvironmentLeaf } from '../../domain/tenancy/scope.ts';
import type { Clock } from '../../domain/kernel/clock.ts';
import { PROGRESS_INTERVAL_MS } from '../processes/progress-interval-ms.ts';
import { storeDemoContents } from './demo-judges.ts';
import { DEMO_WRITERS, writeDemoOutcomes, writeDemoTraffic } from './write-demo-traffic.ts';

export interface Demo {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly applicationIds: readonly string[];
  readonly environmentIds: readonly string[];
  readonly environments: readonly EnvironmentLeaf[];
  readonly credentials: DemoCredentials;
}

/**
 * Creates the missing parts of the demo tenancy. It can be called repeatedly.
 * @param previous the credentials that the last launcher stored; those that still work are returned again
 */
export async function ensureDemo(
  databaseUrl: string,
  clock: Clock,
  previous: DemoCredentials | undefined,
): Promise<Demo> {
  const pool = createPool(databaseUrl);
  try {
    const credentials = await ensureDemoTenancy(pool, clock, previous);
    const leaves = Object.values(DEMO_TENANCY.environments);
    return {
      organizationId: DEMO_TENANCY.organizationId,
      workspaceId: DEMO_TENANCY.workspaceId,
      applicationIds: [...new Set(leaves.map((leaf) => leaf.applicationId))],
      environmentIds: leaves.map((leaf) => leaf.environmentId),
      environments: leaves,
      credentials,
    };
  } finally {
    await pool.end();
  }
}

/** Milliseconds without a further event after which the demo counts as stalled. */
const STANDSTILL_MS = 300_000;
const LOOK_EVERY_MS = 200;

/** The numbers of events that a start wrote to the journal, by their writer. */
type WrittenEvents = Readonly<Record<keyof typeof DEMO_WRITERS, number>>;

/**
 * Writes the synthetic traffic and its outcomes to the journal unless an earlier call did, and stores the content for
 * the demo's judges. A demo of an earlier version gets the outcomes of its own traffic.
 *
 * @param requests the number of synthetic requests; undefined for the usual number
 */
export async function seedDemo(
  { journalFolder, dataFolder }: { readonly journalFolder: string; readonly dataFolder: string },
  demo: Demo,
  { clock, requests }: { readonly clock: Clock; readonly requests?: number | undefined },
): Promise<WrittenEvents> {
  const { organizationId, workspaceId, environments } = demo;
  const place = { organizationId, workspaceId, environments, ...(requests !== undefined && { requests }) };
  const traffic = await writeDemoTraffic(journalFolder, { ...place, now: clock.now() });
  const outcomes = await writeDemoOutcomes(journalFolder, place, ({ contents }) =>
    storeDemoContents(dataFolder, contents, clock),
  );
  return { traffic, outcomes };
}

/**
 * Waits until the written events are loaded, so that the first question finds them, and reports the progress. Returns
 * false after five minutes without progress.
 */
export async function waitUntilIndexed(
  databaseUrl: string,
  written: WrittenEvents,
  report: (line: string) => void,
): Promise<boolean> {
  const pool = createPool(databaseUrl);
  const countLines = createLoadedLineCounter(pool);
  const writers = (['traffic', 'outcomes'] as const).filter((name) => written[name] > 0);
  const events = written.traffic + written.outcomes;
  let [loaded, stepAt, saidAt] = [-1, performance.now(), performance.now()];
  try {
    for (;;) {
      const counts = await Promise.all(writers.map((name) => countLines(`journal:${DEMO_WRITERS[name]}.`)));
      const count = counts.reduce((sum, lines) => sum + lines, 0);
      const at = performance.now();
      if (count >= events) return true;
      if (count > loaded) [loaded, stepAt] = [count, at];
      if (at - stepAt > STANDSTILL_MS) return false;
      if (at - saidAt > PROGRESS_INTERVAL_MS) {
        report(`loaded ${count} of ${events} events`);
        saidAt = at;
      }
      await delay(LOOK_EVERY_MS);
    }
  } finally {
    await pool.end();
  }
}
