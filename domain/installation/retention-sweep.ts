/**
 * The kinds of rows that a sweep removes of each workspace, in this order: answers before the runs that they belong to.
 */
export const WORKSPACE_KINDS = ['answers', 'runs', 'idempotency_keys'] as const;
export type WorkspaceKind = (typeof WORKSPACE_KINDS)[number];

/** The kinds of rows that it then removes of the whole installation. */
export const INSTALLATION_KINDS = [
  'outbox_items',
  'heartbeats',
  'audit_events',
  'cache_entries',
  'quarantined_lines',
] as const;
export type InstallationKind = (typeof INSTALLATION_KINDS)[number];

/** All kinds, with captured content last, which lies in files. */
export const SWEPT_KINDS = [...WORKSPACE_KINDS, ...INSTALLATION_KINDS, 'contents'] as const;
export type SweptKind = (typeof SWEPT_KINDS)[number];

/** The counts of a sweep: the workspaces in which anything was due, and the removed rows of each kind. */
export type SweptCounts = Readonly<Record<SweptKind | 'workspaces', number>>;

/** The position of a sweep. It goes from workspace to workspace in the order of their ids. */
export interface SweepCursor {
  /** The last workspace that is done; empty at first. */
  readonly doneUpTo: string;
  /** The name of the workspace that was last at hand, for people; empty at first. */
  readonly workspaceName: string;
  readonly counts: SweptCounts;
}

/** The place of a sweep that has done nothing yet. */
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
    contents: 0,
  },
};

/** The place after one more batch. */
export function counted(cursor: SweepCursor, what: keyof SweptCounts, count: number): SweepCursor {
  return { ...cursor, counts: { ...cursor.counts, [what]: cursor.counts[what] + count } };
}

/**
 * The place that a sweep of an earlier release handed over: what that release did not remove, it did not count either.
 */
export function completed(cursor: SweepCursor): SweepCursor {
  return { ...cursor, counts: { ...SWEEP_START.counts, ...cursor.counts } };
}
