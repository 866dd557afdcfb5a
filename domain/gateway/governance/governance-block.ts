import type { LimitKindName } from './limit-kind.ts';

/** The periods of quotas and budgets. Minutes and hours are in UTC, the others in a time zone. */
export const LIMIT_PERIODS = ['minute', 'hour', 'day', 'week', 'month'] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** The decision on calls if Postgres is unreachable and the process has no lease left. */
export const UNREACHABLE_POLICIES = ['fail_closed', 'fail_open'] as const;
export type UnreachablePolicy = (typeof UNREACHABLE_POLICIES)[number];

/** The amount of a limit, in the member of its kind. An entry has exactly one. */
type LimitAmounts = { readonly [Kind in LimitKindName]?: number };

/** An entry of `governance.limits` of the configuration file. */
export interface LimitEntry extends LimitAmounts {
  readonly id: string;
  /** The node: `organization`, `team:<owner>`, `key:<kid>` or `tag:<key>=<value>`. */
  readonly node: string;
  readonly per?: LimitPeriod;
  readonly time_zone?: string;
  /** A share such as `5%`, or an amount in the unit of the limit. */
  readonly chunk?: string | number;
  readonly when_unreachable?: UnreachablePolicy;
}

/** The block `governance` of the configuration file. */
export interface GovernanceBlock {
  readonly limits?: readonly LimitEntry[];
  readonly unpriced_call_usd?: number;
  readonly assumed_output_tokens?: number;
}

export const GOVERNANCE_DEFAULTS = {
  chunk: '5%',
  timeZone: 'UTC',
  policy: 'fail_closed',
  unpricedCallUsd: 1,
} as const;
