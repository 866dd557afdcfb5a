import type { Exclusion } from '../../../domain/insight/exclusion.ts';
import type { Purpose } from '../../../domain/insight/insight-sets.ts';

/** The filter for the facts of one question. */
export interface FactsFilter {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environmentIds: readonly string[];
  /** The start of the half-open window, not before the retention horizon. */
  readonly from: Date;
  readonly to: Date;
  /** The retention horizon. Facts before it have expired, also for the search for newest revisions. */
  readonly keepsFrom?: Date;
  /** The purposes; absent for facts without a purpose. */
  readonly purposes?: readonly Purpose[];
  /** The releases; empty for all of them. */
  readonly releaseIds: readonly string[];
  /** The fence: facts that arrived above it do not exist for this read. */
  readonly fence: bigint;
  /** True if a cancellation below the fence replaced another ending somewhere in the workspace. */
  readonly hasReplacedEndings: boolean;
  readonly exclusions: readonly Exclusion[];
}

/** The side of the exclusions that is read: the shown rows, or the excluded ones. */
export type ExclusionSide = 'included' | 'excluded' | 'both';
