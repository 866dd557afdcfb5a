import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Fetch } from '../../clients/typescript/transport/transport.ts';
import type { SystemWorld } from '../processes/system-world.ts';
import type { CrashClient, RunDocument } from './crash-client.ts';

/** The parts of a scenario. Before it, all five processes run; after it, they all run again. */
export interface Stage {
  readonly world: SystemWorld;
  readonly temporal: Client;
  /** Creates one report; each has its own idempotency key, so that asking twice is harmless. */
  readonly order: () => Promise<RunDocument>;
  readonly run: (created: RunDocument) => Promise<RunDocument>;
  /** The first run, which settled before any scenario. */
  readonly settled: RunDocument;
  /** The caller that `order` and `run` speak for. */
  readonly client: CrashClient;
  /** The address of the API and the client of that caller, who may do everything in the organization. */
  readonly place: Place;
  /** The view of every run; its cells are the same every time. */
  readonly viewId: string;
  /** The recipients of every due report, the owner of all reports first. */
  readonly recipients: readonly string[];
  /** Makes another subject of the organization and speaks for it; the runs that it orders can be read by `run`. */
  readonly newCaller: (name: string) => Promise<{ order: (key: string) => Promise<RunDocument> }>;
  readonly pool: pg.Pool;
  /** The seed: random choices of a scenario are equal for equal seeds. */
  readonly seed: number;
  readonly size: Size;
  readonly report: (line: string) => void;
}

interface Place {
  readonly baseUrl: string;
  readonly token: string;
  readonly organizationId: string;
  /** The platform's where absent. */
  readonly fetch?: Fetch;
}

/** The size of the scenarios that kill at random. */
export interface Size {
  readonly rounds: number;
  readonly runs: number;
  readonly schedules: number;
  /** Events of each producer of traffic. */
  readonly events: number;
  /**
   * Seconds for which the callers of the gateway under fire call, and the number of processes that are killed
   * meanwhile.
   */
  readonly seconds: number;
  readonly kills: number;
}

export interface Scenario {
  readonly name: string;
  /** Breaks something while work is under way and mends it. */
  readonly play: (stage: Stage) => Promise<Played>;
}

/** The rest of a scenario to check. */
export interface Played {
  /** Every run that must settle, once and with the right answer. */
  readonly runs: readonly RunDocument[];
  /** The faults so far. */
  readonly faults: readonly string[];
}
