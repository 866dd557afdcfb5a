import type { ContentStore } from '../../contracts/ingest/events/captured-content.ts';
import { SWEEP_START } from '../../domain/installation/retention-sweep.ts';
import type { RetentionSweepStore } from '../../store/installation/retention-sweep-store.ts';

interface LitterPorts {
  readonly sweeps: Pick<RetentionSweepStore, 'hasDue' | 'record'>;
  readonly contents: Pick<ContentStore, 'hasDue'>;
}

/** True if a sweep would remove anything. Otherwise, a sweep that removed nothing is recorded. */
export async function hasSweepWork({ sweeps, contents }: LitterPorts): Promise<boolean> {
  if ((await sweeps.hasDue()) || (await contents.hasDue())) return true;
  await sweeps.record(SWEEP_START.counts);
  return false;
}
