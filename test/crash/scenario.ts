import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { CrashClient, RunDocument } from './crash-client.ts';
import type { CrashWorld } from './crash-world.ts';

/** What a scenario works with. Before it, all five processes run; after it, they all run again. */
export interface Stage {
  readonly world: CrashWorld;
  readonly temporal: Client;
  /** Creates one report; each has its own idempotency key, so that asking twice is harmless. */
  readonly order: () => Promise<RunDocument>;
  readonly run: (created: RunDocument) => Promise<RunDocument>;
  /** The first run, which settled before any scenario. */
  readonly settled: RunDocument;
  /** The caller that `order` and `run` speak for. */
  readonly client: CrashClient;
  /** Makes another subject of the organization and speaks for it; the runs that it orders can be read by `run`. */
  readonly newCaller: (name: string) => Promise<{ order: (key: string) => Promise<RunDocument> }>;
  readonly pool: pg.Pool;
  /** What chance decides in a scenario is the same for the same seed. */
  readonly seed: number;
  readonly report: (line: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** Breaks something while runs are under way, mends it, and returns every run that must settle. */
  readonly play: (stage: Stage) => Promise<RunDocument[]>;
}
