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
  /** True if a cancellation below the fence replaced another ending somewhere in the workspace. */
  readonly hasReplacedEndings: boolean;
  readonly exclusions: readonly Exclusion[];
}

/** The side of the exclusions that is read: the shown rows, or the excluded ones. */
export type Side = 'included' | 'excluded' | 'both';
