import type { Exclusion } from '../../../domain/insight/exclusion.ts';
import type { Purpose } from '../../../domain/insight/insight-sets.ts';

/** The facts that one question is about. */
export interface FactsFilter {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environmentIds: readonly string[];
  /** Half-open, not before the retention horizon. */
  readonly from: Date;
  readonly to: Date;
  /** The retention horizon: what lies before it is gone, also where a newest revision is looked for. */
  readonly keepsFrom?: Date;
  /** Absent for facts that have no purpose. */
  readonly purposes?: readonly Purpose[];
  /** Empty: no narrowing. */
  readonly releaseIds: readonly string[];
  /** Facts that arrived later do not exist for this read. */
  readonly fence: bigint;
  /** Below the fence a cancellation took the place of another ending somewhere in the workspace. */
  readonly hasReplacedEndings: boolean;
  readonly exclusions: readonly Exclusion[];
}

/** Which side of the exclusions is read: what a question shows, or what it leaves out. */
export type Side = 'included' | 'excluded' | 'both';
