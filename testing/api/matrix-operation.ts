import type { TruetallyClient } from '../../clients/typescript/truetally-client.ts';
import type { Who } from '../apps/demo-callers.ts';

/** The ids that a path and a body name. */
export interface MatrixIds {
  readonly org: string;
  readonly ws: string;
  readonly view: string;
  /** A personal view of the owner's. */
  readonly personal: string;
  readonly report: string;
  readonly run: string;
  /** A schedule of the owner's that the costless and the contentless receive. */
  readonly schedule: string;
  /** One that it missed. */
  readonly occurrence: string;
  /** The owner's item. */
  readonly delivery: string;
  readonly app: string;
  readonly gw: string;
  readonly env: string;
  readonly route: string;
  readonly case: string;
  readonly comparison: string;
  readonly sample: string;
  /** A run that was planned. */
  readonly comparisonRun: string;
  readonly comparisonDecision: string;
}

export interface MatrixOperation {
  readonly name: string;
  readonly send: (client: TruetallyClient, ids: MatrixIds) => Promise<unknown>;
  /** The status for each of the members. */
  readonly expected: readonly [number, number, number, number, number, number];
  /** The callers who see the named thing, and therefore get a reason with its 404. */
  readonly told?: readonly Who[];
}
