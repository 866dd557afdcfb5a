import type { Attempt } from '../../../contracts/ingest/events/attempt.ts';
import type { CostEffect } from '../../../contracts/ingest/events/cost-effect.ts';
import type { FeedbackVerdict } from '../../../contracts/ingest/events/feedback-verdict.ts';
import type { ProtectionEvaluation } from '../../../contracts/ingest/events/protection-evaluation.ts';
import type { RequestAdmitted } from '../../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../../contracts/ingest/events/traffic-event.ts';
import { PURPOSES, TERMINAL_STATUSES } from '../../../domain/insight/insight-sets.ts';
import type { Random } from '../../../testing/random.ts';
import { withDimensions } from './make-dimensions.ts';
import type { Leaf } from './tenants.ts';
import * as words from './vocabulary.ts';

type Dimensions = Omit<RequestAdmitted, 'event' | 'admitted_at' | 'streaming'>;

/** All events of a random request, in random order. Some events never arrive. */
export function makeRequest(random: Random, scope: Leaf, number: number): FactEvent[] {
  const dimensions = makeDimensions(random, scope, number);
  const admittedMs = makeTime(random);
  const streaming = random.chance(0.4);
  const attempts = makeAttempts(random, dimensions, admittedMs);
  return withDimensions(random, [
    ...(random.chance(0.94)
      ? [
          {
            event: 'request_admitted',
            ...dimensions,
            admitted_at: toIsoText(admittedMs),
            streaming,
          } satisfies RequestAdmitted,
        ]
      : []),
    ...Array.from({ length: random.chance(0.88) ? random.pick(ENDINGS) : 0 }, () =>
      makeTerminal(random, dimensions, admittedMs, streaming, attempts.length),
    ),
    ...attempts.filter(() => random.chance(0.93)),
    ...attempts.flatMap((attempt) => someEffects(random, dimensions, attempt)),
    ...(random.chance(0.25) ? makeVerdicts(random, dimensions, admittedMs) : []),
    ...(random.chance(0.35) ? makeEvaluations(random, dimensions, admittedMs) : []),
  ]);
}

/** The number of endings of a request that ended; gateways can write several. */
const ENDINGS = [...Array.from({ length: 12 }, () => 1), 2, 2, 3];

/**
 * A random time. Most times are in a few busy days, many of them exactly at or a millisecond next to the boundary of a
 * bucket.
 */
export function makeTime(random: Random): number {
  if (random.chance(0.25)) return random.pick(words.EDGES_MS) + random.pick([-1, 0, 0, 1, words.HOUR_MS]);
  if (random.chance(0.85)) return random.whole(words.BUSY_FROM_MS, words.BUSY_TO_MS - 1);
  return random.whole(words.WIDE_FROM_MS, words.WIDE_TO_MS - 1);
}

export function toIsoText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function makeDimensions(random: Random, scope: Leaf, number: number): Dimensions {
  const hostile = random.chance(0.1) ? random.pick([`' OR 1=1 --`, '\\', '{x:String}', '日本']) : '';
  return {
    schema: 1,
    scope,
    purpose: random.chance(0.5) ? 'application' : random.pick(PURPOSES),
    logical_request_id: `req-${String(number).padStart(5, '0')}${hostile}`,
    ...maybe(random, 0.8, 'release_id', words.RELEASES),
    ...maybe(random, 0.85, 'route_id', words.ROUTES),
    ...maybe(random, 0.5, 'trace_id', words.TRACES),
    ...maybe(random, 0.5, 'team_id', words.TEAMS),
    ...maybe(random, 0.7, 'input_size_bucket', words.SIZES),
  };
}

function maybe<Name extends string>(
  random: Random,
  probability: number,
  name: Name,
  values: readonly string[],
): Partial<Record<Name, string>> {
  return random.chance(probability) ? ({ [name]: random.pick(values) } as Record<Name, string>) : {};
}

function makeTerminal(
  random: Random,
  dimensions: Dimensions,
  admittedMs: number,
  streaming: boolean,
  attemptCount: number,
): RequestTerminal {
  const status = random.chance(0.6) ? 'succeeded' : random.pick(TERMINAL_STATUSES);
  const served = random.chance(status === 'succeeded' ? 0.95 : 0.4);
  return {
    event: 'request_terminal',
    ...dimensions,
    admitted_at: toIsoText(admittedMs),
    terminal_at: toIsoText(admittedMs + random.whole(0, 100_000)),
    status,
    ...maybe(random, 0.4, 'terminal_kind', ['stop', 'length', `k'ind`]),
    ...(served && { final_model: random.pick(words.MODELS), final_provider: random.pick(words.PROVIDERS) }),
    ...(served && maybe(random, 0.8, 'connection_id', words.CONNECTIONS)),
    attempt_count: attemptCount,
    streaming,
    ...(random.chance(0.85) && { total_ms: makeDuration(random) }),
    ...(streaming && random.chance(0.8) && { first_output_ms: makeDuration(random) }),
    ...(random.chance(0.6) && { protection_observed: random.chance(0.9) }),
  };
}

/**
 * A random duration. A level between any two of these has at most twelve digits, so that no test depends on the
 * rounding of the last digit.
 */
function makeDuration(random: Random): number {
  if (random.chance(0.1)) return 0;
  if (random.chance(0.05)) return random.pick([0.0005, 0.001, 0.1, 999_999.5, 3_600_000]);
  return random.chance(0.5) ? random.whole(1, 3_000) : random.whole(1, 5_000_000) / 1_000;
}

function makeAttempts(random: Random, dimensions: Dimensions, admittedMs: number): Attempt[] {
  const count = random.pick([0, 1, 1, 1, 1, 2, 2, 3]);
  return Array.from({ length: count }, (_, index): Attempt => {
    const dispatchedMs = admittedMs + (random.chance(0.2) ? 0 : random.whole(0, 5_000) + index * 10_000);
    return {
      event: 'attempt',
      ...dimensions,
      attempt_id: `${dimensions.logical_request_id}/${index + 1}`,
      ordinal: index + 1,
      role: index === 0 ? 'primary' : random.pick(['retry', 'fallback']),
      route_changed: index > 0 && random.chance(0.3),
      output_state: random.pick(['none', 'partial', 'complete']),
      provider_id: random.pick(words.PROVIDERS),
      provider_model: random.pick(words.MODELS),
      ...maybe(random, 0.8, 'connection_id', words.CONNECTIONS),
      ...makeUsage(random),
      dispatched_at: toIsoText(dispatchedMs),
      ...(random.chance(0.9) && { terminal_at: toIsoText(dispatchedMs + random.whole(0, 60_000)) }),
    };
  });
}

type Usage = Pick<Attempt, 'usage_known' | 'usage_source'> & Partial<Attempt>;

function makeUsage(random: Random): Usage {
  if (random.chance(0.12)) return { usage_known: false, usage_source: 'none' };
  const tokens = (): number => (random.chance(0.03) ? Number.MAX_SAFE_INTEGER : random.whole(0, 4_000));
  return {
    usage_known: true,
    usage_source: random.pick(['provider', 'gateway']),
    input_tokens: tokens(),
    output_tokens: tokens(),
    total_tokens: random.chance(0.05) ? 0 : tokens(),
    ...(random.chance(0.3) && { cache_read_tokens: tokens() }),
    ...(random.chance(0.2) && { cache_write_tokens: 0 }),
    ...(random.chance(0.3) && { reasoning_tokens: tokens() }),
  };
}

/** The effects of an attempt. For some prices that change, the settlement never arrives. */
function someEffects(random: Random, dimensions: Dimensions, attempt: Attempt): CostEffect[] {
  const effects = makeEffects(random, dimensions, attempt);
  return effects.length > 1 && random.chance(0.06) ? effects.slice(1) : effects;
}

/** A settlement and its later changes. Some settlements have no attempt, and some attempts have no cost. */
function makeEffects(random: Random, dimensions: Dimensions, attempt: Attempt): CostEffect[] {
  if (random.chance(0.12)) return [];
  const delay = random.chance(0.8) ? random.whole(0, 60_000) : random.whole(0, 3 * words.DAY_MS);
  const settledMs = Date.parse(attempt.dispatched_at) + delay;
  const effect = (name: string, atMs: number, members: Partial<CostEffect>): CostEffect => ({
    event: 'cost_effect',
    ...dimensions,
    effect_id: `${attempt.attempt_id}:${name}`,
    effect_kind: 'settlement',
    attempt_id: attempt.attempt_id,
    provider_id: attempt.provider_id,
    provider_model: attempt.provider_model,
    ...(attempt.connection_id !== undefined && { connection_id: attempt.connection_id }),
    occurred_at: toIsoText(atMs),
    ...members,
  });
  const price = (): Partial<CostEffect> => ({
    price_state: 'priced',
    nanos: makeNanos(random),
    ...(random.chance(0.6) && { estimated: random.chance(0.4) }),
  });
  const first = random.pick(['priced', 'priced', 'priced', 'priced', 'pending', 'unpriced'] as const);
  const effects = [effect('settled', settledMs, first === 'priced' ? price() : { price_state: first })];
  const kind = { effect_kind: 'price_transition' } as const;
  let state: CostEffect['price_state'] = first;
  if (state === 'pending' && random.chance(0.7)) {
    state = random.chance(0.7) ? 'priced' : 'unpriced';
    const after = state === 'priced' ? price() : { price_state: state };
    effects.push(effect('first-change', settledMs, { ...kind, previous_price_state: 'pending', ...after }));
  }
  if (state === 'unpriced' && random.chance(0.5)) {
    effects.push(effect('second-change', settledMs, { ...kind, previous_price_state: 'unpriced', ...price() }));
  }
  if (random.chance(0.12)) {
    const nanos = `${random.chance(0.7) ? '-' : ''}${makeNanos(random)}`;
    effects.push(
      effect('correction', settledMs + random.whole(0, 2 * words.DAY_MS), {
        effect_kind: 'adjustment',
        nanos: nanos === '-0' ? '0' : nanos,
      }),
    );
  }
  return effects;
}

/** A random amount: small, zero, or so large that the sum of three exceeds 64 bits. */
function makeNanos(random: Random): string {
  if (random.chance(0.05)) return '0';
  return random.chance(0.03) ? '9223372036854775807' : String(random.whole(1, 90_000_000));
}

/** Verdicts in revisions whose times move forward and backward. */
function makeVerdicts(random: Random, dimensions: Dimensions, admittedMs: number): FeedbackVerdict[] {
  return Array.from({ length: random.whole(1, 2) }, (_, index) => {
    const issuer = { issuer_ref: random.pick(['user-1', 'user-2', `us'er`]) };
    const label = random.chance(0.7) ? { issuer: 'Reviewer <b>' } : {};
    return Array.from({ length: random.pick([1, 1, 2, 3]) }, (__, revision): FeedbackVerdict => ({
      event: 'feedback_verdict',
      ...dimensions,
      feedback_id: `fb-${index}`,
      ...issuer,
      ...label,
      value: random.pick(['positive', 'negative', 'neutral']),
      revision: revision + 1,
      occurred_at: toIsoText(
        random.chance(0.3) ? makeTime(random) : admittedMs + random.whole(-words.DAY_MS, 2 * words.DAY_MS),
      ),
      source: random.pick(['chat-widget', 'api']),
      match: random.pick(['matched', 'pending', 'unmatched']),
    }));
  }).flat();
}

/** The evaluations of components. Some are reported twice with different results. */
function makeEvaluations(random: Random, dimensions: Dimensions, admittedMs: number): ProtectionEvaluation[] {
  return Array.from({ length: random.whole(1, 4) }, (): ProtectionEvaluation => {
    const evaluation = random.pick(['evaluated', 'evaluated', 'evaluated', 'error', 'not_executed'] as const);
    return {
      event: 'protection_evaluation',
      ...dimensions,
      admitted_at: toIsoText(admittedMs),
      evaluated_at: toIsoText(admittedMs + random.whole(0, 50_000)),
      component_id: random.pick(['pii-filter', 'jailbreak', `c'omponent`]),
      component_version: random.pick(['3', '4']),
      phase: random.pick(['input', 'output']),
      eligibility: random.pick(['eligible', 'eligible', 'not_eligible']),
      evaluation,
      outcome: evaluation === 'evaluated' ? random.pick(['passed', 'passed', 'blocked', 'modified']) : 'none',
    };
  });
}
