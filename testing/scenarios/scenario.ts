import type { Client } from '@temporalio/client';
import type pg from 'pg';
import type { Fetch } from '../../clients/typescript/transport/transport.ts';
import type { SystemWorld } from '../processes/system-world.ts';
import type { CrashClient, RunDocument } from './crash-client.ts';

/** The parts of a scenario. All five processes run before the scenario, and again after it. */
export interface Stage {
  readonly world: SystemWorld;
  readonly temporal: Client;
  /** Creates a report with a new idempotency key, so that a retry has no second effect. */
  readonly order: () => Promise<RunDocument>;
  readonly run: (created: RunDocument) => Promise<RunDocument>;
  /** The first run, which settled before any scenario. */
  readonly settled: RunDocument;
  /** The client that `order` and `run` use. */
  readonly client: CrashClient;
  /**
   * The address of the API, and the client of the same caller. The caller may perform every action in the organization.
   */
  readonly place: Place;
  /** The view of every run; its cells are equal in every run. */
  readonly viewId: string;
  /** The recipients of every due report, the owner of all reports first. */
  readonly recipients: readonly string[];
  /** Creates another subject of the organization, and orders runs on its behalf, which `run` can read. */
  readonly newCaller: (name: string) => Promise<{ order: (key: string) => Promise<RunDocument> }>;
  readonly pool: pg.Pool;
  /** The seed. Random choices of a scenario are equal for equal seeds. */
  readonly seed: number;
  readonly size: Size;
  readonly report: (line: string) => void;
}

interface Place {
  readonly baseUrl: string;
  readonly token: string;
  readonly organizationId: string;
  /** The function that sends requests. Default: the platform's `fetch`. */
  readonly fetch?: Fetch;
}

/** The size of the scenarios with random kills. */
export interface Size {
  readonly rounds: number;
  readonly runs: number;
  readonly schedules: number;
  /** The number of events of each traffic producer. */
  readonly events: number;
  /** The number of seconds for which callers use the gateway, while `kills` processes are killed. */
  readonly seconds: number;
  readonly kills: number;
}

export interface Scenario {
  readonly name: string;
  /** Causes a failure during work, and repairs it. */
  readonly play: (stage: Stage) => Promise<ScenarioOutcome>;
}

/** The results of a scenario to check. */
export interface ScenarioOutcome {
  /** The runs that must settle, each exactly once and with the correct answer. */
  readonly runs: readonly RunDocument[];
  /** The faults so far. */
  readonly faults: readonly string[];
}
