import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Fetch } from '../../clients/typescript/transport/transport.ts';
import type { SystemWorld } from '../processes/system-world.ts';
import type { CrashClient, RunDocument } from './crash-client.ts';

/** What a scenario works with. Before it, all five processes run; after it, they all run again. */
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
  /** Where the API is and how that caller, who may do everything in the organization, speaks to it. */
  readonly place: Place;
  /** What every run asks; its cells are the same every time. */
  readonly viewId: string;
  /** Who receives every report that falls due, the owner of all reports first. */
  readonly recipients: readonly string[];
  /** Makes another subject of the organization and speaks for it; the runs that it orders can be read by `run`. */
  readonly newCaller: (name: string) => Promise<{ order: (key: string) => Promise<RunDocument> }>;
  readonly pool: pg.Pool;
  /** What chance decides in a scenario is the same for the same seed. */
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

/** How much the scenarios do that kill at random. */
export interface Size {
  readonly rounds: number;
  readonly runs: number;
  readonly schedules: number;
  /** Of each producer of traffic. */
  readonly events: number;
  /** Of the gateway under fire: how long its callers go on, and how many processes are killed meanwhile. */
  readonly seconds: number;
  readonly kills: number;
}

export interface Scenario {
  readonly name: string;
  /** Breaks something while work is under way and mends it. */
  readonly play: (stage: Stage) => Promise<Played>;
}

/** What is left to be judged of a scenario. */
export interface Played {
  /** Every run that must settle, once and with the right answer. */
  readonly runs: readonly RunDocument[];
  /** What is wrong already. */
  readonly faults: readonly string[];
}
