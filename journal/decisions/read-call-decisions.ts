import type { CallDecision } from '../../contracts/gateway/decisions/call-decision.ts';
import { splitEvents } from '../../contracts/ingest/calls/ended-call.ts';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import { parseTrafficLine } from '../../contracts/ingest/lines/parse-traffic-line.ts';
import { BREACH_TYPES } from '../../domain/gateway/governance/limit-breach.ts';
import type { SampledLine } from './decision-sample.ts';

type UnavailableDetail = CallDecision['unavailable'][number];

/** The kind of the ending of a call that the cache answered. */
const CACHE_HIT = 'cache_hit';

const LIMIT_KINDS: readonly (string | undefined)[] = BREACH_TYPES;

/**
 * The calls that a line of the journal ends, in its order. Lines and events that are not valid are skipped, as the
 * indexer quarantines them.
 */
export function readCallDecisions({ line, skippedBefore }: SampledLine): CallDecision[] {
  const decisions: CallDecision[] = [];
  // The costs of a call are directly before its ending.
  let costs: CostEffect[] = [];
  for (const text of splitEvents(line)) {
    const { event } = parseTrafficLine(text);
    if (event?.event === 'cost_effect') costs.push(event);
    if (event?.event !== 'request_terminal') continue;
    decisions.push(toDecision(event, costs, decisions.length === 0 ? skippedBefore : 0));
    costs = [];
  }
  return decisions;
}

function toDecision(ending: RequestTerminal, costs: readonly CostEffect[], skippedBefore: number): CallDecision {
  const { scope, status, terminal_kind: kind, refused_by_limit: limit } = ending;
  const cost = costOf(ending, costs);
  const answeredBy = answererOf(ending);
  return {
    req_id: ending.logical_request_id,
    decision: status === 'refused' ? 'refused' : 'admitted',
    status,
    kind: orNull(kind),
    limit_id: orNull(limit?.id),
    answered_by: answeredBy,
    attempts: ending.attempt_count,
    cost_nano_usd: orNull(cost),
    cost_is_estimate: costs.some(({ estimated }) => estimated === true),
    streaming: orNull(ending.streaming),
    total_ms: orNull(ending.total_ms),
    admitted_at: instantOf(ending.admitted_at),
    ended_at: instantOf(ending.terminal_at),
    purpose: ending.purpose,
    ...scope,
    owner: orNull(ending.team_id),
    key_id: orNull(ending.dimensions?.['key']),
    route_id: orNull(ending.route_id),
    skipped_before: skippedBefore,
    unavailable: [
      ...(cost === undefined ? [{ member: 'cost_nano_usd', reason: unpricedReason(costs) }] : []),
      ...(answeredBy?.model === null ? [MODEL_UNAVAILABLE] : []),
      ...unavailableOf(ending),
    ],
  };
}

function orNull<Value>(value: Value | undefined): Value | null {
  return value ?? null;
}

/** The details that the ending of a call does not have. */
function unavailableOf(ending: RequestTerminal): UnavailableDetail[] {
  const isLimitMissing = ending.refused_by_limit === undefined && LIMIT_KINDS.includes(ending.terminal_kind);
  return [
    ...(isLimitMissing ? [LIMIT_UNAVAILABLE] : []),
    ...(ending.dimensions?.['key'] === undefined ? [missing('key_id')] : []),
    ...(ending.team_id === undefined ? [missing('owner')] : []),
    ...(ending.streaming === undefined ? [missing('streaming')] : []),
    ...(ending.total_ms === undefined ? [missing('total_ms')] : []),
  ];
}

const LIMIT_UNAVAILABLE: UnavailableDetail = {
  member: 'limit_id',
  reason: 'The line names no limit. The gateway could not check the key, or its version did not store limits.',
};

const MODEL_UNAVAILABLE: UnavailableDetail = {
  member: 'answered_by.model',
  reason: 'The ending of a call that the cache answered does not name the model of the stored answer.',
};

function missing(member: string): UnavailableDetail {
  return { member, reason: 'The line is from a version of the gateway that did not store this detail.' };
}

/** The sum of the costs of all attempts, in nano-USD; undefined if the cost of an attempt is unknown. */
function costOf({ attempt_count: attempts }: RequestTerminal, costs: readonly CostEffect[]): string | undefined {
  if (costs.length < attempts) return undefined;
  let sum = 0n;
  for (const { price_state: state, nanos } of costs) {
    if (state !== 'priced' || nanos === undefined) return undefined;
    sum += BigInt(nanos);
  }
  return String(sum);
}

function unpricedReason(costs: readonly CostEffect[]): string {
  const reasons = new Set(costs.flatMap(({ unpriced_reason: reason }) => (reason === undefined ? [] : [reason])));
  return reasons.size === 0
    ? 'The line does not state the price of every attempt.'
    : `The price of an attempt is unknown: ${[...reasons].join(', ')}.`;
}

function answererOf({
  terminal_kind: kind,
  final_provider: provider,
  final_model: model,
}: RequestTerminal): CallDecision['answered_by'] {
  if (kind === CACHE_HIT) return { source: 'cache', provider: null, model: null };
  return provider === undefined || model === undefined ? null : { source: 'provider', provider, model };
}

/** The instant in the form of the wire. The events of a line state instants in the same form, or with an offset. */
function instantOf(text: string): string {
  return new Date(text).toISOString();
}
