import { roundToNanoUsd } from '../../kernel/round-to-nano-usd.ts';
import { GOVERNANCE_DEFAULTS, type GovernanceBlock, type LimitEntry } from './governance-block.ts';
import { COUNTED_UNITS, LIMIT_KINDS, type LimitKind, type LimitRefusalType, type LimitUnit } from './limit-kind.ts';
import { parseLimitNode, type LimitNode } from './limit-node.ts';
import type { LimitWindow } from './limit-window.ts';

/** A compiled limit of the configuration file. Amounts are in its unit. */
export interface Limit {
  readonly id: string;
  readonly node: LimitNode;
  readonly unit: LimitUnit;
  readonly refusal: LimitRefusalType;
  /** The maximum amount, within a window or in flight. */
  readonly max: number;
  /** The maximum amount that a process leases in advance. */
  readonly chunk: number;
  /** The window; undefined if the limit counts calls in flight. */
  readonly window: LimitWindow | undefined;
  readonly failsOpen: boolean;
}

/** The compiled block `governance`. */
export interface GovernanceSettings {
  readonly limits: readonly Limit[];
  /** The assumed maximum cost of a call without a known price, in nano-USD. */
  readonly unpricedCallNanos: number;
  /**
   * The assumed maximum of output tokens for a request that sets no maximum; undefined if the limit of the model is
   * assumed.
   */
  readonly assumedOutputTokens: number | undefined;
}

export function governanceSettings(block: GovernanceBlock = {}): GovernanceSettings {
  return {
    limits: (block.limits ?? []).map(compileLimit),
    unpricedCallNanos: nanosOf(block.unpriced_call_usd ?? GOVERNANCE_DEFAULTS.unpricedCallUsd),
    assumedOutputTokens: block.assumed_output_tokens,
  };
}

/** The kinds of an entry; exactly one if the entry has no fault. */
export function listLimitKinds(entry: Partial<LimitEntry>): LimitKind[] {
  return LIMIT_KINDS.filter(({ name }) => entry[name] !== undefined);
}

/** A written amount, converted to the unit of the limit. */
function amountIn({ unit }: LimitKind, written: number): number {
  return COUNTED_UNITS[unit].isMoney ? nanosOf(written) : written;
}

function compileLimit(entry: LimitEntry): Limit {
  const [kind] = listLimitKinds(entry) as [LimitKind];
  const { name, unit, refusal } = kind;
  const max = amountIn(kind, entry[name] ?? 0);
  return {
    id: entry.id,
    node: parseLimitNode(entry.node),
    ...{ unit, refusal, max },
    chunk: chunkOf(entry.chunk ?? GOVERNANCE_DEFAULTS.chunk, kind, max),
    window: windowOf(kind, entry),
    failsOpen: (entry.when_unreachable ?? GOVERNANCE_DEFAULTS.policy) === 'fail_open',
  };
}

function windowOf({ window }: LimitKind, { per, time_zone: timeZone }: LimitEntry): LimitWindow | undefined {
  if (window === 'none') return undefined;
  return { per: per ?? 'minute', timeZone: timeZone ?? GOVERNANCE_DEFAULTS.timeZone };
}

/** The chunk in the unit of the limit. A share is rounded up, so that it is never 0. */
function chunkOf(written: string | number, kind: LimitKind, max: number): number {
  if (typeof written === 'number') return amountIn(kind, written);
  return Math.ceil((max / 100) * Number.parseInt(written, 10));
}

function nanosOf(usd: number): number {
  return Number(roundToNanoUsd(usd));
}
