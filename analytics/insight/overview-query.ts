import type { Purpose } from '../../domain/insight-sets.ts';

/** A statement and its bound values. The text depends on no value of a question. */
export interface BoundQuery {
  readonly sql: string;
  readonly params: Readonly<Record<string, string | readonly string[]>>;
}

export interface OverviewInput {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environmentIds: readonly string[];
  readonly from: Date;
  readonly to: Date;
  readonly purposes: readonly Purpose[];
  /** Empty: no narrowing. */
  readonly releaseIds: readonly string[];
  /** Facts that arrived later do not exist for this read. */
  readonly fence: bigint;
  /** False: that there are cost effects is read, what they cost is not. */
  readonly money: boolean;
}

/** One population: where its facts are, which window they belong to, and the integers taken over them. */
interface Branch {
  readonly table: string;
  readonly timeBase: string;
  /** Expressions that yield an integer, by the name under which the figure is decoded. */
  readonly figures: Readonly<Record<string, string>>;
}

const REQUESTS: Branch = {
  table: 'request_admissions_v1',
  timeBase: 'admitted_at',
  figures: { admitted: 'count()' },
};

const OUTCOMES: Branch = {
  table: 'request_terminals_v1',
  timeBase: 'admitted_at',
  figures: {
    succeeded: `countIf(status = 'succeeded')`,
    refused: `countIf(status = 'refused')`,
    failed: `countIf(status = 'failed')`,
    cancelled: `countIf(status = 'cancelled')`,
    partial: `countIf(status = 'partial')`,
    ended: 'count()',
  },
};

const ATTEMPTS: Branch = {
  table: 'attempts_v1',
  timeBase: 'dispatched_at',
  figures: {
    attempts: 'count()',
    measured: 'countIf(usage_known AND isNotNull(total_tokens))',
    // 128 bits: a sum of 64-bit integers wraps around in silence.
    total_tokens: 'sumIf(toInt128(ifNull(total_tokens, 0)), usage_known)',
  },
};

const EFFECTS: Branch = {
  table: 'cost_effects_v1',
  timeBase: 'occurred_at',
  figures: { effects: 'count()' },
};

const SPEND: Branch = {
  ...EFFECTS,
  figures: {
    ...EFFECTS.figures,
    nanos: 'sum(toInt128(nanos))',
    priced: 'sum(priced)',
    pending: 'sum(pending)',
    unpriced: 'sum(unpriced)',
    estimated: 'sum(estimated)',
    estimate_unknown: 'sum(estimate_unknown)',
    adjustments: 'sum(adjustments)',
  },
};

/**
 * The sums of an overview, one row per population and purpose: `purpose` and `figures`, a map of integers as decimal
 * strings. One statement, so that a question costs one round trip and its budget covers all of it.
 */
export function overviewQuery(input: OverviewInput): BoundQuery {
  const narrowed = input.releaseIds.length > 0;
  const branches = [REQUESTS, OUTCOMES, ATTEMPTS, input.money ? SPEND : EFFECTS];
  return {
    sql: branches.map((branch) => select(branch, narrowed)).join('\nUNION ALL\n'),
    params: {
      organization_id: input.organizationId,
      workspace_id: input.workspaceId,
      environment_ids: input.environmentIds,
      from: String(input.from.getTime()),
      to: String(input.to.getTime()),
      purposes: input.purposes,
      fence: String(input.fence),
      ...(narrowed && { release_ids: input.releaseIds }),
    },
  };
}

function select({ table, timeBase, figures }: Branch, narrowed: boolean): string {
  const members = Object.entries(figures).map(([name, integer]) => `'${name}', toString(${integer})`);
  const [from, to] = [instant('from'), instant('to')];
  // The order of the primary key. Its hour is named beside the instant: the engine does not derive the one from the
  // other where both are in the key, and would read every hour of the month.
  const conditions = [
    'organization_id = {organization_id:String}',
    'workspace_id = {workspace_id:String}',
    `toStartOfHour(${timeBase}) >= toStartOfHour(${from})`,
    `toStartOfHour(${timeBase}) <= toStartOfHour(${to})`,
    `${timeBase} >= ${from}`,
    `${timeBase} < ${to}`,
    'environment_id IN {environment_ids:Array(String)}',
    'purpose IN {purposes:Array(String)}',
    'arrival_seq <= {fence:UInt64}',
    ...(narrowed ? ['release_id IN {release_ids:Array(String)}'] : []),
  ];
  return [
    'SELECT',
    '  purpose,',
    `  map(\n    ${members.join(',\n    ')}\n  ) AS figures`,
    `FROM ${table}`,
    `WHERE ${conditions.join('\n  AND ')}`,
    'GROUP BY purpose',
  ].join('\n');
}

/** A bound instant, sent as milliseconds so that no text form of a time is in between. */
function instant(parameter: 'from' | 'to'): string {
  return `fromUnixTimestamp64Milli({${parameter}:Int64}, 'UTC')`;
}
