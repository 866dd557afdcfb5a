import type { TruetallyClient } from '../../../clients/typescript/truetally-client.ts';
import type { CallerName } from '../../apps/demo-callers.ts';

/** The ids that paths and bodies contain. */
export interface MatrixIds {
  readonly org: string;
  readonly ws: string;
  readonly view: string;
  /** A personal view of the owner. */
  readonly personal: string;
  readonly report: string;
  readonly run: string;
  /** A schedule of the owner with `costless` and `contentless` as recipients. */
  readonly schedule: string;
  /** A missed occurrence of that schedule. */
  readonly occurrence: string;
  /** The owner's inbox item. */
  readonly delivery: string;
  readonly app: string;
  readonly gw: string;
  readonly env: string;
  readonly route: string;
  readonly case: string;
  readonly comparison: string;
  readonly sample: string;
  /** A planned run. */
  readonly comparisonRun: string;
  readonly comparisonDecision: string;
  readonly service: string;
  readonly serviceCredential: string;
  /** The operation that minted that credential. */
  readonly credentialOperation: string;
}

export interface MatrixOperation {
  readonly name: string;
  readonly send: (client: TruetallyClient, ids: MatrixIds) => Promise<unknown>;
  /** The expected status for each of the members. */
  readonly expected: readonly [number, number, number, number, number, number];
  /** The callers who may see the named resource. They get a reason with a 404. */
  readonly explainedTo?: readonly CallerName[];
}
