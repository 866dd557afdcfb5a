/**
 * The kinds of rows that a sweep removes from each workspace, in this order: answers before the runs that they belong
 * to.
 */
export const WORKSPACE_KINDS = ['answers', 'runs', 'idempotency_keys'] as const;
export type WorkspaceKind = (typeof WORKSPACE_KINDS)[number];

/** The kinds of rows that a sweep then removes from the installation. */
export const INSTALLATION_KINDS = [
  'outbox_items',
  'heartbeats',
  'audit_events',
  'cache_entries',
  'quarantined_lines',
  'notices',
  'experiment_answers',
] as const;
export type InstallationKind = (typeof INSTALLATION_KINDS)[number];

/** All kinds in the order of removal. Captured content is last; it is stored in files. */
export const SWEPT_KINDS = [...WORKSPACE_KINDS, ...INSTALLATION_KINDS, 'contents'] as const;
export type SweptKind = (typeof SWEPT_KINDS)[number];

/** The counts of a sweep: the workspaces that had anything to remove, and the removed rows of each kind. */
export type SweptCounts = Readonly<Record<SweptKind | 'workspaces', number>>;

/** The position of a sweep, which visits workspaces in the order of their ids. */
export interface SweepCursor {
  /** The id of the last completed workspace; empty at the start. */
  readonly doneUpTo: string;
  /** The name of the last workspace in progress, for people; empty at the start. */
  readonly workspaceName: string;
  readonly counts: SweptCounts;
}

/** The position of a new sweep. */
export const SWEEP_START: SweepCursor = {
  doneUpTo: '',
  workspaceName: '',
  counts: {
    workspaces: 0,
    answers: 0,
    runs: 0,
    idempotency_keys: 0,
    outbox_items: 0,
    heartbeats: 0,
    audit_events: 0,
    cache_entries: 0,
    quarantined_lines: 0,
    notices: 0,
    experiment_answers: 0,
    contents: 0,
  },
};

/** The position after one more batch. */
export function withSweepCount(cursor: SweepCursor, what: keyof SweptCounts, count: number): SweepCursor {
  return { ...cursor, counts: { ...cursor.counts, [what]: cursor.counts[what] + count } };
}

/** The position of a sweep that an earlier release began. Kinds that the earlier release did not count start at 0. */
export function withMissingCounts(cursor: SweepCursor): SweepCursor {
  return { ...cursor, counts: { ...SWEEP_START.counts, ...cursor.counts } };
}
