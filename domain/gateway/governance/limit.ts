import { roundToNanoUsd } from '../../kernel/round-to-nano-usd.ts';
import {
  GOVERNANCE_DEFAULTS,
  LIMIT_KINDS,
  type GovernanceBlock,
  type LimitEntry,
  type LimitKind,
} from './governance-block.ts';
import { parseLimitNode, type LimitNode } from './limit-node.ts';
import type { LimitWindow } from './limit-window.ts';

/** What a limit counts: whole numbers of it, whatever is written in the file. `calls` are those on their way. */
export const LIMIT_UNITS = ['requests', 'tokens', 'nano_usd', 'calls'] as const;
export type LimitUnit = (typeof LIMIT_UNITS)[number];

/** How a request is refused that a limit has no room for. */
export type LimitRefusalType = 'rate_limited' | 'quota_exhausted' | 'budget_exceeded' | 'concurrency_exceeded';

/** A limit of the configuration file, compiled. */
export interface Limit {
  readonly id: string;
  readonly node: LimitNode;
  readonly unit: LimitUnit;
  readonly refusal: LimitRefusalType;
  /** The most of its unit, in a window or at once. */
  readonly most: number;
  /** The most that a process holds in advance. */
  readonly chunk: number;
  /** Undefined where it counts what is on its way. */
  readonly window: LimitWindow | undefined;
  readonly failsOpen: boolean;
}

/** The block `governance`, compiled. */
export interface GovernanceSettings {
  readonly limits: readonly Limit[];
  /** What a call is taken to cost at most whose price nobody knows. */
  readonly unpricedCallNanos: number;
  /** How many tokens an answer has at most where its request does not say so; undefined where the model decides. */
  readonly assumedOutputTokens: number | undefined;
}

const UNITS: Readonly<Record<LimitKind, readonly [LimitUnit, LimitRefusalType]>> = {
  requests_per_minute: ['requests', 'rate_limited'],
  requests: ['requests', 'quota_exhausted'],
  tokens: ['tokens', 'quota_exhausted'],
  budget_usd: ['nano_usd', 'budget_exceeded'],
  concurrency: ['calls', 'concurrency_exceeded'],
};

export function governanceSettings(block: GovernanceBlock = {}): GovernanceSettings {
  return {
    limits: (block.limits ?? []).map(compileLimit),
    unpricedCallNanos: nanosOf(block.unpriced_call_usd ?? GOVERNANCE_DEFAULTS.unpricedCallUsd),
    assumedOutputTokens: block.assumed_output_tokens,
  };
}

/** The kinds that an entry has; one of them, where it has no fault. */
export function kindsOf(entry: Partial<LimitEntry>): LimitKind[] {
  return LIMIT_KINDS.filter((kind) => entry[kind] !== undefined);
}

/** An amount as it is written, in the unit that the limit counts. */
function amountIn(kind: LimitKind, written: number): number {
  return kind === 'budget_usd' ? nanosOf(written) : written;
}

function compileLimit(entry: LimitEntry): Limit {
  const [kind] = kindsOf(entry) as [LimitKind];
  const [unit, refusal] = UNITS[kind];
  const most = amountIn(kind, entry[kind] ?? 0);
  return {
    id: entry.id,
    node: parseLimitNode(entry.node),
    ...{ unit, refusal, most },
    chunk: chunkOf(entry.chunk ?? GOVERNANCE_DEFAULTS.chunk, kind, most),
    window: windowOf(kind, entry),
    failsOpen: (entry.when_unreachable ?? GOVERNANCE_DEFAULTS.policy) === 'fail_open',
  };
}

function windowOf(kind: LimitKind, { per, time_zone: timeZone }: LimitEntry): LimitWindow | undefined {
  if (kind === 'concurrency') return undefined;
  return { per: per ?? 'minute', timeZone: timeZone ?? GOVERNANCE_DEFAULTS.timeZone };
}

/** A share is rounded up, so that it is never nothing. */
function chunkOf(written: string | number, kind: LimitKind, most: number): number {
  if (typeof written === 'number') return amountIn(kind, written);
  return Math.ceil((most / 100) * Number.parseInt(written, 10));
}

function nanosOf(usd: number): number {
  return Number(roundToNanoUsd(usd));
}
