import type { Attempt } from '../contracts/traffic/attempt.ts';
import type { CostEffect } from '../contracts/traffic/cost-effect.ts';
import type { FactEvent, TrafficEvent } from '../contracts/traffic/traffic-event.ts';
import type { EnvironmentLeaf } from '../domain/access/scope.ts';
import type { Purpose, TerminalStatus } from '../domain/insight-sets.ts';

export interface DemoTrafficPlan {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environments: readonly EnvironmentLeaf[];
  /** The newest event lies shortly before it. */
  readonly now: Date;
  readonly requests?: number;
}

const DAYS = 14;
const DAY_MS = 86_400_000;
const REQUESTS = 3_000;
const SEED = 20_260_101;

/** Price in nano-USD per token, in and out. */
interface DemoModel {
  readonly provider: string;
  readonly model: string;
  readonly input: bigint;
  readonly output: bigint;
}

const PRIMARY: DemoModel = { provider: 'synthetic-cloud', model: 'synthetic-large', input: 3_000n, output: 15_000n };
const FALLBACK: DemoModel = { provider: 'synthetic-backup', model: 'synthetic-small', input: 250n, output: 1_250n };

const PURPOSE_WEIGHTS: readonly (readonly [Purpose, number])[] = [
  ['application', 0.8],
  ['playground', 0.1],
  ['comparison', 0.05],
  ['judge', 0.04],
  ['connection_validation', 0.01],
];

const STATUS_WEIGHTS: readonly (readonly [TerminalStatus, number])[] = [
  ['succeeded', 0.93],
  ['failed', 0.03],
  ['refused', 0.015],
  ['cancelled', 0.015],
  ['partial', 0.01],
];

/**
 * Synthetic traffic of the last 14 days, so that a first start has something to ask about: several purposes, streams,
 * retries and fallbacks, failures, prices that are missing or arrive late. Its ids, models and releases say `synthetic`.
 * The same plan gives the same events, requests in order of admission.
 */
export function demoTraffic(plan: DemoTrafficPlan): TrafficEvent[] {
  const random = seededRandom(SEED);
  const count = plan.requests ?? REQUESTS;
  const start = plan.now.getTime() - DAYS * DAY_MS;
  const events: TrafficEvent[] = plan.environments.map((leaf) =>
    releaseMarker(plan, leaf, start + (DAYS / 2) * DAY_MS),
  );
  for (let number = 0; number < count; number += 1) {
    // The last minute stays free, so that every request has ended by `now`.
    const at = start + Math.floor(((number + random()) / count) * (DAYS * DAY_MS - 60_000));
    const leaf = plan.environments[Math.floor(random() ** 2 * plan.environments.length)];
    if (leaf !== undefined) events.push(...requestOf(plan, leaf, number, at, at - start, random));
  }
  return events;
}

/** Uniform numbers in [0, 1) by the mulberry32 generator: the same for the same seed on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function pick<Value>(weights: readonly (readonly [Value, number])[], roll: number, otherwise: Value): Value {
  let left = roll;
  for (const [value, weight] of weights) {
    if (left < weight) return value;
    left -= weight;
  }
  return otherwise;
}

function scopeOf(plan: DemoTrafficPlan, leaf: EnvironmentLeaf): FactEvent['scope'] {
  return {
    organization_id: plan.organizationId,
    workspace_id: plan.workspaceId,
    application_id: leaf.applicationId,
    gateway_id: leaf.gatewayId,
    environment_id: leaf.environmentId,
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}

function releaseMarker(plan: DemoTrafficPlan, leaf: EnvironmentLeaf, at: number): TrafficEvent {
  return {
    event: 'release_marker',
    schema: 1,
    scope: scopeOf(plan, leaf),
    marker_id: `synthetic-marker-${leaf.environmentId}`,
    marker_kind: 'deployed',
    release_id: 'synthetic-release-2',
    actor_kind: 'automation',
    occurred_at: instant(at),
  };
}

type Dimensions = Pick<
  Attempt,
  | 'schema'
  | 'scope'
  | 'purpose'
  | 'logical_request_id'
  | 'release_id'
  | 'route_id'
  | 'trace_id'
  | 'team_id'
  | 'input_size_bucket'
>;

/** What the dice say about one request. */
interface DemoRequest {
  readonly dimensions: Dimensions;
  readonly at: number;
  readonly status: TerminalStatus;
  readonly streaming: boolean;
  readonly totalMs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The first attempt failed: a retry at the same provider, or a fallback to another one. */
  readonly second: 'retry' | 'fallback' | undefined;
  readonly price: 'priced' | 'unpriced' | 'pending' | 'late';
}

function requestOf(
  plan: DemoTrafficPlan,
  leaf: EnvironmentLeaf,
  number: number,
  at: number,
  elapsed: number,
  random: () => number,
): TrafficEvent[] {
  const inputTokens = 50 + Math.floor(random() ** 3 * 8_000);
  const status = pick(STATUS_WEIGHTS, random(), 'succeeded');
  const outputTokens = status === 'succeeded' ? 20 + Math.floor(random() ** 2 * 1_200) : Math.floor(random() * 40);
  const request: DemoRequest = {
    at,
    status,
    inputTokens,
    outputTokens,
    streaming: random() < 0.4,
    totalMs: Math.round((300 + outputTokens * (8 + random() * 6)) * 10) / 10,
    second: pick<DemoRequest['second']>([['retry', 0.04], ['fallback', 0.03]], random(), undefined), // prettier-ignore
    price: pick<DemoRequest['price']>([['unpriced', 0.01], ['pending', 0.005], ['late', 0.02]], random(), 'priced'), // prettier-ignore
    dimensions: {
      schema: 1,
      scope: scopeOf(plan, leaf),
      purpose: pick(PURPOSE_WEIGHTS, random(), 'application'),
      logical_request_id: `synthetic-request-${number}`,
      release_id: elapsed < (DAYS / 2) * DAY_MS ? 'synthetic-release-1' : 'synthetic-release-2',
      route_id: 'synthetic-route',
      trace_id: `synthetic-trace-${Math.floor(number / 3)}`,
      team_id: random() < 0.5 ? 'synthetic-team-a' : 'synthetic-team-b',
      input_size_bucket: inputTokens < 1_000 ? 'small' : 'large',
    },
  };
  return eventsOf(request, random);
}

function eventsOf(request: DemoRequest, random: () => number): TrafficEvent[] {
  const { dimensions, at, status, streaming, second } = request;
  const served = second === 'fallback' ? FALLBACK : PRIMARY;
  const observed = status !== 'failed' && status !== 'refused';
  return [
    { event: 'request_admitted', ...dimensions, admitted_at: instant(at), streaming },
    ...(second === undefined ? [] : [failedAttempt(request)]),
    servingAttempt(request, served),
    ...(observed ? costsOf(request, served) : []),
    {
      event: 'request_terminal',
      ...dimensions,
      admitted_at: instant(at),
      terminal_at: instant(at + Math.ceil(request.totalMs)),
      status,
      ...(observed && { final_model: served.model, final_provider: served.provider }),
      connection_id: `${served.provider}-connection`,
      attempt_count: second === undefined ? 1 : 2,
      streaming,
      total_ms: request.totalMs,
      ...(streaming && observed && { first_output_ms: Math.round(120 + random() * 180) }),
      protection_observed: true,
    },
  ];
}

function attemptBase(request: DemoRequest, ordinal: number, model: DemoModel) {
  return {
    event: 'attempt',
    ...request.dimensions,
    attempt_id: `${request.dimensions.logical_request_id}-${ordinal}`,
    ordinal,
    provider_id: model.provider,
    provider_model: model.model,
    connection_id: `${model.provider}-connection`,
  } as const;
}

function failedAttempt(request: DemoRequest): Attempt {
  return {
    ...attemptBase(request, 1, PRIMARY),
    role: 'primary',
    route_changed: false,
    output_state: 'none',
    usage_source: 'none',
    usage_known: false,
    dispatched_at: instant(request.at + 5),
    terminal_at: instant(request.at + 100),
  };
}

function servingAttempt(request: DemoRequest, model: DemoModel): Attempt {
  const { status, second, at, inputTokens, outputTokens } = request;
  const known = status !== 'failed' && status !== 'refused';
  return {
    ...attemptBase(request, second === undefined ? 1 : 2, model),
    role: second ?? 'primary',
    route_changed: second === 'fallback',
    output_state: status === 'succeeded' ? 'complete' : known ? 'partial' : 'none',
    usage_source: known ? 'provider' : 'none',
    usage_known: known,
    ...(known && {
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      total_tokens: inputTokens + outputTokens,
    }),
    dispatched_at: instant(at + (second === undefined ? 5 : 110)),
    terminal_at: instant(at + Math.ceil(request.totalMs)),
  };
}

function costsOf(request: DemoRequest, model: DemoModel): CostEffect[] {
  const { dimensions, price, second, at } = request;
  const id = dimensions.logical_request_id;
  const base = {
    event: 'cost_effect',
    ...dimensions,
    attempt_id: `${id}-${second === undefined ? 1 : 2}`,
    provider_id: model.provider,
    provider_model: model.model,
    occurred_at: instant(at + Math.ceil(request.totalMs)),
  } as const;
  const nanos = (BigInt(request.inputTokens) * model.input + BigInt(request.outputTokens) * model.output).toString();
  const settlement = { ...base, effect_id: `${id}-cost`, effect_kind: 'settlement' } as const;
  switch (price) {
    case 'priced':
      return [{ ...settlement, price_state: 'priced', nanos, estimated: false }];
    case 'unpriced':
    case 'pending':
      return [{ ...settlement, price_state: price }];
    case 'late':
      return [
        { ...settlement, price_state: 'pending' },
        {
          ...base,
          effect_id: `${id}-late-price`,
          effect_kind: 'price_transition',
          previous_price_state: 'pending',
          price_state: 'priced',
          nanos,
          estimated: false,
        },
      ];
  }
}
