import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import type { LeafChain } from '../../domain/tenancy/scope.ts';

/** A trace with one request for each of its steps. */
interface LargeTrace {
  readonly place: LeafChain;
  readonly trace: string;
  /** The UTC day on which it starts: `2026-01-31`. */
  readonly day: string;
  readonly steps: number;
}

/** The parent of a step: its id, `gone` for a step that does not exist, or an empty text. */
const PARENT = `multiIf(
  number = 0, '',
  number % 101 = 0, concat('s', toString(number + 1)),
  number % 101 = 1 AND number > 1, concat('s', toString(number - 1)),
  number % 97 = 0, 'gone',
  concat('s', toString(intDiv(number, 3)))
)`;

const CALL_ID = `concat({trace:String}, '-', toString(number), '-', toString(nth))`;

/** The columns of all facts, which state their step themselves. */
const ABOUT: Readonly<Record<string, string>> = {
  organization_id: '{organization:String}',
  workspace_id: '{workspace:String}',
  application_id: '{application:String}',
  gateway_id: '{gateway:String}',
  environment_id: '{environment:String}',
  purpose: `'application'`,
  arrival_seq: 'toUInt64(10)',
  trace_id: '{trace:String}',
  logical_request_id: `concat({trace:String}, '-', toString(number))`,
  step_id: `concat('s', toString(number))`,
  parent_id: PARENT,
  agent: `'planner'`,
};

const ONE_CALL = '[1]';
const WITH_RETRIES = 'range(1, 2 + (number % 7 = 0))';

const TABLES: readonly { name: string; calls: string; columns: Readonly<Record<string, string>> }[] = [
  {
    name: 'request_admissions_v1',
    calls: ONE_CALL,
    columns: { admitted_at: 'at', streaming: 'number % 2 = 1' },
  },
  {
    name: 'request_terminals_v1',
    calls: ONE_CALL,
    columns: {
      admitted_at: 'at',
      terminal_at: 'at + toIntervalMillisecond(8)',
      status: `if(number % 50 = 49, 'failed', 'succeeded')`,
      streaming: 'number % 2 = 1',
      total_ms: '7.5',
    },
  },
  {
    name: 'attempts_v1',
    calls: WITH_RETRIES,
    columns: {
      dispatched_at: 'at',
      attempt_id: CALL_ID,
      ordinal: 'nth',
      role: `if(nth = 1, 'primary', 'retry')`,
      provider_model: `'m1'`,
      usage_known: 'true',
      total_tokens: 'number % 50',
    },
  },
  {
    name: 'cost_effects_v1',
    calls: WITH_RETRIES,
    columns: {
      occurred_at: 'at',
      effect_id: CALL_ID,
      effect_kind: `'settlement'`,
      attempt_id: CALL_ID,
      nanos: 'if(number % 1000 = 999, 0, toInt64(7 * number + nth))',
      priced: 'number % 1000 != 999',
      unpriced: 'number % 1000 = 999',
    },
  },
];

/**
 * Inserts a trace whose steps start 10 ms apart, with the arrival sequence 10. A step has three children, except for
 * orphans (97, 194, …) and cycles of two steps (101 and 102, 202 and 203, …). Every second request is a stream, every
 * fiftieth failed, every seventh has a retry, and every thousandth has no price.
 */
export async function insertLargeTrace(
  client: AnalyticsClient,
  { place, trace, day, steps }: LargeTrace,
): Promise<void> {
  for (const { name, calls, columns } of TABLES) {
    const expressions = Object.entries({ ...ABOUT, ...columns });
    await client.command({
      query: `INSERT INTO ${name} (${expressions.map(([column]) => column).join(', ')})
SELECT
  ${expressions.map(([, expression]) => expression).join(',\n  ')}
FROM
(
  SELECT number, toDateTime64({start:String}, 3, 'UTC') + toIntervalMillisecond(10 * number) AS at
  FROM numbers({steps:UInt32})
)
ARRAY JOIN ${calls} AS nth`,
      query_params: {
        organization: place.organizationId,
        workspace: place.workspaceId,
        application: place.applicationId,
        gateway: place.gatewayId,
        environment: place.environmentId,
        trace,
        start: `${day} 00:00:00.000`,
        steps,
      },
    });
  }
}
