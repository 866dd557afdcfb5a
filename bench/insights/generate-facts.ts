import type { AnalyticsClient } from '../../analytics/analytics-client.ts';
import { APPLICATIONS, ENVIRONMENTS, type BenchTenancy } from './bench-tenancy.ts';

/** The 90 days of the facts. */
export const FACTS_WINDOW = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-04-01T00:00:00Z') } as const;

/** The mean number of rows in the four fact tables per request, from the distributions below. */
const FACTS_PER_REQUEST = 4.2;
/** The number of users, and of values of the tag `project`. A tenth of the requests name no user. */
const USERS = 100_000;
const PROJECTS = 1_000;
const CHUNK = 1_000_000;
/** The number of arrival sequences per request: the highest `arrival_seq` of its facts is its number × 8 + 8. */
const SEQUENCES_PER_REQUEST = 8;

/** The number of requests whose facts fill the four fact tables with this number of rows. */
export function requestsFor(facts: number): number {
  return Math.round(facts / FACTS_PER_REQUEST);
}

export function lastSequence(requests: number): bigint {
  return BigInt(requests) * BigInt(SEQUENCES_PER_REQUEST) + 8n;
}

/** A pseudo-random number in [0, 1) that depends only on the request, the salt and the optional further expression. */
const draw = (salt: number, further?: string): string =>
  `(cityHash64(${['number', String(salt), ...(further === undefined ? [] : [further])].join(', ')}) / 18446744073709551616.)`;

/** A number with an approximately normal distribution: the sum of four draws. */
const bell = (salt: number, further?: string): string =>
  `((${[0, 1, 2, 3].map((part) => draw(salt + part, further)).join(' + ')} - 2) * 1.7320508)`;

/** An SQL expression that picks the element `index` of `values`. */
const pick = (values: readonly string[], index: string): string =>
  `[${values.map((value) => `'${value}'`).join(', ')}][1 + ${index}]`;

/**
 * The SQL for one row per request, drawn by hashes of its number. Environments and models are skewed, and days are
 * busier than nights. There are five releases in sequence, every ending, and zero to three attempts.
 */
function requestsSql(tenancy: BenchTenancy, total: number, from: number, count: number): string {
  const { environments } = tenancy;
  const perApplication = ENVIRONMENTS / APPLICATIONS;
  const span = (FACTS_WINDOW.to.getTime() - FACTS_WINDOW.from.getTime()) / 1_000;
  const gateways = environments.filter((_, index) => index % perApplication === 0);
  return `
  SELECT
    number,
    ${span} * number / ${total} AS even,
    fromUnixTimestamp64Milli(
      toInt64(${FACTS_WINDOW.from.getTime()} + floor(1000 * (even - 8251 * sin(2 * pi() * even / 86400)))), 'UTC'
    ) AS admitted_at,
    '${tenancy.organizationId}' AS organization_id,
    '${tenancy.workspaceId}' AS workspace_id,
    toUInt8(floor(${ENVIRONMENTS} * pow(${draw(1)}, 2.2))) AS leaf,
    ${pick(
      gateways.map((place) => place.applicationId),
      `intDiv(leaf, ${perApplication})`,
    )} AS application_id,
    ${pick(
      gateways.map((place) => place.gatewayId),
      `intDiv(leaf, ${perApplication})`,
    )} AS gateway_id,
    ${pick(
      environments.map((place) => place.environmentId),
      'leaf',
    )} AS environment_id,
    multiIf(${draw(2)} < 0.92, 'application', ${draw(2)} < 0.97, 'playground', 'judge') AS purpose,
    concat('request-', lower(hex(cityHash64(number)))) AS logical_request_id,
    concat('release-', toString(1 + least(4, intDiv(intDiv(toUInt32(even), 86400) + leaf % 3, 19)))) AS release_id,
    if(${draw(3)} < 0.03, '', concat('route-', toString(floor(10 * pow(${draw(4)}, 1.5))))) AS route_id,
    if(${draw(5)} < 0.3, concat('team-', toString(floor(12 * ${draw(6)}))), '') AS team_id,
    ['small', 'medium', 'large', 'huge'][1 + toUInt8(floor(4 * pow(${draw(7)}, 1.8)))] AS input_size_bucket,
    if(team_id = '', '', concat('trace-', lower(hex(cityHash64(intDiv(number, 4), 1))))) AS trace_id,
    if(${draw(50)} < 0.1, '', concat('user-', toString(toUInt32(${USERS} * pow(${draw(51)}, 2))))) AS user,
    concat('feature-', toString(toUInt8(8 * pow(${draw(52)}, 2)))) AS feature,
    map('project', concat('project-', toString(toUInt16(${PROJECTS} * ${draw(53)})))) AS tags,
    ${draw(8)} < 0.6 AS streaming,
    toUInt8(floor(24 * pow(${draw(9)}, 2.5))) AS model,
    ${draw(10)} AS ending,
    multiIf(
      ending < 0.005, 'pending', ending < 0.01, 'unknown', ending < 0.035, 'refused', ending < 0.06, 'failed',
      ending < 0.07, 'cancelled', ending < 0.08, 'partial', 'succeeded'
    ) AS status,
    multiIf(status = 'refused', 0, ${draw(11)} < 0.9, 1, ${draw(11)} < 0.98, 2, 3) AS attempt_count,
    model + (attempt_count = 3) AS last_model,
    status IN ('succeeded', 'partial', 'cancelled') AS served,
    exp(6.5 + 0.03 * model + 0.8 * ${bell(12)}) AS duration,
    number * ${SEQUENCES_PER_REQUEST} AS seq,
    toUInt64(1 + intDiv(number, 10000)) AS batch_id
  FROM numbers(${from}, ${count})`;
}

const DIMENSIONS = [
  ...['organization_id', 'workspace_id', 'application_id', 'gateway_id', 'environment_id', 'purpose'],
  ...['logical_request_id', 'release_id', 'route_id', 'team_id', 'input_size_bucket', 'trace_id', 'batch_id'],
  ...['user', 'feature', 'tags'],
];

const PROVIDER = (model: string): Readonly<Record<string, string>> => ({
  provider_id: `concat('provider-', toString(${model} % 4))`,
  provider_model: `concat('model-', leftPad(toString(${model}), 2, '0'))`,
  connection_id: `concat('connection-', toString(${model} % 6))`,
});

const ATTEMPT_MODEL = 'if(ordinal = 3, model + 1, model)';
const DISPATCHED = 'admitted_at + toIntervalMillisecond(5 + 400 * (ordinal - 1))';

interface FactTable {
  readonly name: string;
  /** The expression of each column over a request and the additions of `rows`. */
  readonly columns: Readonly<Record<string, string>>;
  /** The clause that turns requests into the rows of the table. */
  readonly rows?: string;
  readonly where?: string;
}

const TABLES: readonly FactTable[] = [
  {
    name: 'request_admissions_v1',
    columns: { arrival_seq: 'seq + 1', admitted_at: 'admitted_at', streaming: 'streaming' },
  },
  {
    name: 'request_terminals_v1',
    columns: {
      arrival_seq: 'seq + 2',
      admitted_at: 'admitted_at',
      terminal_at: 'admitted_at + toIntervalMillisecond(toInt64(duration))',
      status: 'status',
      final_model: `if(served, concat('model-', leftPad(toString(last_model), 2, '0')), '')`,
      final_provider: `if(served, concat('provider-', toString(last_model % 4)), '')`,
      connection_id: `if(served, concat('connection-', toString(last_model % 6)), '')`,
      attempt_count: 'attempt_count',
      streaming: 'streaming',
      total_ms: `if(status = 'refused' OR ${draw(20)} < 0.01, NULL, duration)`,
      first_output_ms: `if(streaming AND served, duration * (0.1 + 0.4 * ${draw(21)}), NULL)`,
      protection_observed: `${draw(22)} < 0.8`,
    },
    where: `status != 'pending'`,
  },
  {
    name: 'attempts_v1',
    columns: {
      arrival_seq: 'seq + 2 + ordinal',
      attempt_id: `concat(logical_request_id, '-', toString(ordinal))`,
      ordinal: 'ordinal',
      role: `['primary', 'retry', 'fallback'][ordinal]`,
      route_changed: 'ordinal = 3',
      output_state: `if(ordinal < attempt_count OR NOT served, 'none', if(status = 'succeeded', 'complete', 'partial'))`,
      ...PROVIDER(ATTEMPT_MODEL),
      usage_known: `ordinal = attempt_count AND served AND ${draw(23)} >= 0.02`,
      usage_source: `if(usage_known, 'provider', 'none')`,
      input_tokens: `if(usage_known, toUInt64(exp(6 + 1.2 * ${bell(24)})), NULL)`,
      output_tokens: `if(usage_known, toUInt64(exp(5 + 0.9 * ${bell(28)})), NULL)`,
      total_tokens: 'input_tokens + output_tokens',
      dispatched_at: DISPATCHED,
      terminal_at: 'admitted_at + toIntervalMillisecond(toInt64(duration))',
    },
    rows: 'ARRAY JOIN range(1, attempt_count + 1) AS ordinal',
  },
  {
    name: 'cost_effects_v1',
    columns: {
      arrival_seq: 'seq + 5 + ordinal',
      effect_id: `concat(logical_request_id, '-', toString(ordinal), '-', kind)`,
      effect_kind: 'kind',
      attempt_id: `concat(logical_request_id, '-', toString(ordinal))`,
      ...PROVIDER(ATTEMPT_MODEL),
      occurred_at: `${DISPATCHED} + toIntervalDay(kind = 'adjustment')`,
      nanos: `multiIf(
        kind = 'adjustment', -toInt64(1000 + cityHash64(number, 41) % 500000),
        kind = 'settlement' AND priced = 0, 0,
        toInt64((1 + model) * 1000 * exp(6 + ${bell(36)}))
      )`,
      priced: `kind = 'price_transition' OR kind = 'settlement' AND lot >= 0.03`,
      pending: `multiIf(kind = 'price_transition', -1, kind = 'settlement' AND lot < 0.02, 1, 0)`,
      unpriced: `kind = 'settlement' AND lot >= 0.02 AND lot < 0.03`,
      estimated: `priced AND ${draw(32, 'ordinal')} < 0.1`,
      estimate_unknown: `priced AND ${draw(32, 'ordinal')} >= 0.1 AND ${draw(32, 'ordinal')} < 0.15`,
      adjustments: `kind = 'adjustment'`,
    },
    // Half of the pending prices arrive later, at the instant of their settlement; three in a thousand are corrected.
    rows: `ARRAY JOIN arrayFlatten(arrayMap(
      ordinal -> arrayConcat(
        [(ordinal, 'settlement')],
        if(${draw(40, 'ordinal')} < 0.01, [(ordinal, 'price_transition')], []),
        if(${draw(41, 'ordinal')} < 0.003, [(ordinal, 'adjustment')], [])
      ),
      range(1, attempt_count + 1)
    )) AS effect`,
  },
];

/** The members of an effect, from which its other columns are derived. */
const EFFECT_MEMBERS = `effect.1 AS ordinal, effect.2 AS kind, ${draw(40, 'effect.1')} AS lot,`;

/**
 * Fills the four fact tables, one chunk of requests at a time. The views fill the rollups, as during ingestion, and
 * take most of the time. Returns the numbers of rows by table.
 */
export async function generateFacts(
  client: AnalyticsClient,
  tenancy: BenchTenancy,
  requests: number,
  report: (line: string) => void,
): Promise<Record<string, number>> {
  for (let from = 0; from < requests; from += CHUNK) {
    const count = Math.min(CHUNK, requests - from);
    for (const table of TABLES) await client.command(insertOf(table, requestsSql(tenancy, requests, from, count)));
    report(`generated ${from + count} of ${requests} requests`);
  }
  const rows: Record<string, number> = {};
  for (const { name } of TABLES) {
    await client.command(identitiesOf(name));
    const result = await client.query({ query: `SELECT count() AS rows FROM ${name}`, format: 'JSONEachRow' });
    const [row] = await result.json<{ rows: string }>();
    rows[name] = Number(row?.rows);
  }
  return rows;
}

/** The columns for look-ups of a request, as the indexer writes them, except for those that distinguish its facts. */
function identitiesOf(table: string) {
  const requestHash = `reinterpretAsUInt64(reverse(substring(SHA256(concat(workspace_id, '\\t', logical_request_id)), 1, 8)))`;
  return {
    query: `INSERT INTO event_identities_v1
SELECT organization_id, workspace_id, ${requestHash}, cityHash64('${table}', arrival_seq), arrival_seq, batch_id, ${TIME_BASES[table]}
FROM ${table}`,
    clickhouse_settings: GENERATED,
  };
}

const TIME_BASES: Readonly<Record<string, string>> = {
  request_admissions_v1: 'admitted_at',
  request_terminals_v1: 'admitted_at',
  attempts_v1: 'dispatched_at',
  cost_effects_v1: 'occurred_at',
};

function insertOf({ name, columns, rows = '', where }: FactTable, requests: string) {
  const expressions = Object.entries(columns);
  const members = expressions.map(([column, expression]) =>
    column === expression ? column : `${expression} AS ${column}`,
  );
  return {
    query: `INSERT INTO ${name} (${[...DIMENSIONS, ...Object.keys(columns)].join(', ')})
SELECT ${[...DIMENSIONS, ...Object.keys(columns)].map((column) => `fact.${column}`).join(', ')} FROM (
  SELECT ${rows.includes('AS effect') ? EFFECT_MEMBERS : ''} ${[...DIMENSIONS, ...members].join(',\n    ')}
  FROM (${requests}
  ) AS request
  ${rows}
  ${where === undefined ? '' : `WHERE ${where}`}
) AS fact`,
    clickhouse_settings: GENERATED,
  };
}

/** The settings that disable deduplication: generated blocks never repeat. */
const GENERATED = {
  insert_deduplicate: 0,
  deduplicate_blocks_in_dependent_materialized_views: 0,
  max_execution_time: 0,
  max_insert_threads: '2',
  parallel_view_processing: 1,
  min_insert_block_size_rows: '1000000',
} as const;
