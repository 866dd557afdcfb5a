import type { FactEvent, TrafficEvent } from '../../contracts/ingest/events/traffic-event.ts';
import type { EnvironmentLeaf } from '../../domain/tenancy/scope.ts';
import { DEMO_REQUEST_PREFIX } from '../../domain/quality/demo-request-prefix.ts';
import type { Purpose, TerminalStatus } from '../../domain/insight/insight-sets.ts';
import { demoRequestEvents, type DemoModel, type DemoRequest } from './demo-request-events.ts';
import { seededRandom } from './seeded-random.ts';

export interface DemoTrafficPlan {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly environments: readonly EnvironmentLeaf[];
  /** The time shortly after the newest event. */
  readonly now: Date;
  readonly requests?: number;
}

/** The days of traffic before `now`. */
export const DEMO_DAYS = 14;
const DAY_MS = 86_400_000;
const REQUESTS = 3_000;
const SEED = 20_260_101;

interface DemoRoute {
  readonly id: string;
  readonly primary: DemoModel;
}

const CHAT: DemoRoute = {
  id: 'synthetic-chat',
  primary: { provider: 'synthetic-cloud', model: 'synthetic-large', input: 3_000n, output: 15_000n },
};
const SEARCH: DemoRoute = {
  id: 'synthetic-search',
  primary: { provider: 'synthetic-cloud', model: 'synthetic-medium', input: 800n, output: 4_000n },
};
const BATCH: DemoRoute = {
  id: 'synthetic-batch',
  primary: { provider: 'synthetic-other', model: 'synthetic-open', input: 100n, output: 400n },
};

const PRICE_WEIGHTS: readonly (readonly [DemoRequest['price'], number])[] = [
  ['unpriced', 0.01],
  ['pending', 0.005],
  ['late', 0.02],
  ['never', 0.005],
  ['estimated', 0.05],
  ['corrected', 0.01],
];

/** The weights of people's verdicts on one answer. Most people give no verdict, and some change theirs. */
const VERDICT_WEIGHTS: readonly (readonly [DemoRequest['verdicts'], number])[] = [
  [['positive'], 0.08],
  [['negative'], 0.03],
  [['neutral'], 0.01],
  [['negative', 'positive'], 0.01],
];

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
 * The synthetic traffic of the last 14 days, so that a first start has data to query. It has several purposes, streams,
 * retries and fallbacks, failures, prices that are missing, late or corrected, releases, feedback and protection. Its
 * ids, models and releases contain `synthetic`. The same plan gives the same events. Requests are in order of
 * admission.
 */
export function demoTraffic(plan: DemoTrafficPlan): TrafficEvent[] {
  const random = seededRandom(SEED);
  const count = plan.requests ?? REQUESTS;
  const start = plan.now.getTime() - DEMO_DAYS * DAY_MS;
  const events: TrafficEvent[] = plan.environments.flatMap((leaf) => [
    releaseMarker(plan, leaf, 'synthetic-release-1', start),
    releaseMarker(plan, leaf, 'synthetic-release-2', start + (DEMO_DAYS / 2) * DAY_MS),
  ]);
  for (let number = 0; number < count; number += 1) {
    // The last minute stays free, so that every request has ended by `now`.
    const at = start + Math.floor(((number + random()) / count) * (DEMO_DAYS * DAY_MS - 60_000));
    const leaf = plan.environments[Math.floor(random() ** 2 * plan.environments.length)];
    if (leaf !== undefined) events.push(...requestOf(plan, leaf, number, at, at - start, random));
  }
  return events;
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

function releaseMarker(plan: DemoTrafficPlan, leaf: EnvironmentLeaf, releaseId: string, at: number): TrafficEvent {
  return {
    event: 'release_marker',
    schema: 1,
    scope: scopeOf(plan, leaf),
    marker_id: `synthetic-marker-${leaf.environmentId}-${releaseId}`,
    marker_kind: 'deployed',
    release_id: releaseId,
    actor_kind: 'automation',
    occurred_at: new Date(at).toISOString(),
  };
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
  const route = pick(
    [
      [SEARCH, 0.3],
      [BATCH, 0.1],
    ],
    random(),
    CHAT,
  );
  const team = pick<string | undefined>([['synthetic-team-a', 0.45], ['synthetic-team-b', 0.35]], random(), undefined); // oxfmt-ignore
  const status = pick(STATUS_WEIGHTS, random(), 'succeeded');
  const outputTokens = status === 'succeeded' ? 20 + Math.floor(random() ** 2 * 1_200) : Math.floor(random() * 40);
  const request: DemoRequest = {
    at,
    status,
    inputTokens,
    outputTokens,
    streaming: random() < 0.4,
    totalMs: Math.round((300 + outputTokens * (8 + random() * 6)) * 10) / 10,
    second: pick<DemoRequest['second']>([['retry', 0.04], ['fallback', 0.03]], random(), undefined), // oxfmt-ignore
    price: pick(PRICE_WEIGHTS, random(), 'priced'),
    primary: route.primary,
    protection: pick<DemoRequest['protection']>([['unobserved', 0.1], ['none', 0.7]], random(), 'selected'), // oxfmt-ignore
    verdicts: status === 'succeeded' ? pick(VERDICT_WEIGHTS, random(), []) : [],
    dimensions: {
      schema: 1,
      scope: scopeOf(plan, leaf),
      purpose: pick(PURPOSE_WEIGHTS, random(), 'application'),
      logical_request_id: `${DEMO_REQUEST_PREFIX}${number}`,
      release_id: elapsed < (DEMO_DAYS / 2) * DAY_MS ? 'synthetic-release-1' : 'synthetic-release-2',
      route_id: route.id,
      ...(number % 25 !== 0 && { trace_id: `synthetic-trace-${Math.floor(number / 3)}` }),
      ...(team !== undefined && { team_id: team }),
      // A fifth of the requests state nothing, as calls of old applications.
      ...(number % 5 !== 0 && { dimensions: { user: `synthetic-user-${number % 13}`, feature: route.id } }),
      input_size_bucket: inputTokens < 500 ? 'small' : inputTokens < 3_000 ? 'medium' : 'large',
    },
  };
  return demoRequestEvents(request, random);
}
