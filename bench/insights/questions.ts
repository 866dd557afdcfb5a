import type { AnswerGroup } from '../../contracts/insight/answer/answer-group.ts';
import type { InsightQuery } from '../../contracts/insight/insight-query.ts';
import { QUERY_LIMITS } from '../../contracts/insight/terms/query-limits.ts';
import type { BenchQuestion } from './bench-question.ts';
import type { BenchTenancy } from './bench-tenancy.ts';
import { dimensionQuestions } from './dimension-questions.ts';
import type { AnswerRow } from './contender.ts';
import { requestsFor, FACTS_WINDOW } from './generate-facts.ts';

const FROM = '2026-01-01 00:00:00';
const TO = '2026-04-01 00:00:00';
const ENDED = `status IN ('succeeded', 'refused', 'failed', 'cancelled', 'partial')`;
const LEVELS = [0.5, 0.75, 0.9, 0.95, 0.99];
const LEVEL_NAMES = ['p50', 'p75', 'p90', 'p95', 'p99'] as const;
const LATENCIES = { 'response_latency.v1': 'total_ms', 'first_output_latency.v1': 'first_output_ms' } as const;
const OUTCOMES = ['succeeded', 'refused', 'failed', 'cancelled', 'partial'] as const;

/** The number of rows of a period in a workspace's rollup: one per purpose. */
const SPLIT = 3;
/** The numbers of rows of such a rollup by day over 90 days, and by month over three months. */
const DAYS_WHOLE = 90 * SPLIT;
const MONTHS_WHOLE = 3 * SPLIT;
/** The number of rows of latency: 200 buckets, each for two metrics and three outcomes. */
const BUCKETS = 200 * 6;
/** The share of the facts in the busiest hour, which has two and a half times the mean traffic. */
const BUSIEST_HOUR = 2.5 / (90 * 24);

/**
 * The statement rewritten from the rollups of environments to those of workspaces; undefined for a statement over
 * facts.
 */
export function toWorkspaceRollups(rollup: string): string | undefined {
  const sql = rollup.replaceAll(/\b(traffic|latency)_by_/g, 'workspace_$1_by_');
  return sql === rollup ? undefined : sql;
}

function cell(group: AnswerGroup, metric: string): string {
  const value = group.cells.find((one) => one.metric === metric)?.value;
  return value === undefined || value.state === 'unavailable' ? '0' : value.number;
}

/** All members of a row in an answer, with instants as Unix milliseconds. */
function shown(key: string, row: object, instants: Readonly<Record<string, string | undefined>>): AnswerRow {
  const figures: Record<string, string> = { key };
  for (const [name, value] of Object.entries(row)) figures[name] = String(value);
  for (const [name, at] of Object.entries(instants)) if (at !== undefined) figures[name] = String(Date.parse(at));
  return figures;
}

/** True if a bucket has facts. A series has every bucket, but SQL returns only those with facts. */
function isNotEmpty({ key, ...figures }: AnswerRow): boolean {
  return key !== undefined && Object.values(figures).some((figure) => figure !== '0');
}

function secondsOf(group: AnswerGroup): string {
  return String(Date.parse(group.bucket?.from ?? '') / 1_000);
}

/** One of many requests, and the location of its attempts. */
export interface BenchRequest {
  readonly id: string;
  readonly environmentId: string;
  /** The hour of its first attempt, as ClickHouse writes it. */
  readonly hour: string;
}

/** The questions of the bench for a tenancy with a number of facts, in which `request` is one of many. */
export function benchQuestions(tenancy: BenchTenancy, request: BenchRequest, facts: number): BenchQuestion[] {
  const whole: Pick<InsightQuery, 'schema' | 'scope' | 'from' | 'to'> = {
    schema: 1,
    scope: {},
    from: FACTS_WINDOW.from.toISOString(),
    to: FACTS_WINDOW.to.toISOString(),
  };
  const here = `organization_id = '${tenancy.organizationId}' AND workspace_id = '${tenancy.workspaceId}'`;
  const mine = `purpose = 'application'`;
  const factsOf = (base: string): string => `${here} AND ${base} >= '${FROM}' AND ${base} < '${TO}' AND ${mine}`;
  const rolled = (facet: string): string =>
    `${here} AND facet ${facet} AND period >= '${FROM}' AND period < '${TO}' AND ${mine}`;
  const duckFacts = (base: string): string => `${base} >= '${FROM}' AND ${base} < '${TO}' AND ${mine}`;
  const requests = requestsFor(facts);
  const context: QuestionContext = { requests, tenancy, whole, here, mine, facts: factsOf, rolled, duckFacts };
  return [
    overview(context),
    dayByModel(context),
    hours(context),
    facets(context),
    page(context, facts < DENSE_FACTS ? '2026-03-31 00:00:00' : '2026-03-31 23:00:00'),
    byId(context, request),
    ...dimensionQuestions(tenancy, facts),
  ];
}

interface QuestionContext {
  readonly requests: number;
  readonly tenancy: BenchTenancy;
  readonly whole: Pick<InsightQuery, 'schema' | 'scope' | 'from' | 'to'>;
  readonly here: string;
  readonly mine: string;
  readonly facts: (base: string) => string;
  readonly rolled: (facet: string) => string;
  readonly duckFacts: (base: string) => string;
}

function overview({ requests, whole, here, mine, facts, rolled, duckFacts }: QuestionContext): BenchQuestion {
  const counts = OUTCOMES.map((outcome) => `countIf(status = '${outcome}') AS ${outcome}`).join(', ');
  const levels = (source: string, metric: string): string =>
    LEVEL_NAMES.map((level, index) => `${source}[${index + 1}] AS ${metric}_${level}`).join(', ');
  const buckets = (metric: string): string =>
    `SELECT quantilesExactWeighted(${LEVELS.join(', ')})(if(bucket = 0, 0, exp2((bucket - 0.5) / 16 - 10)), samples) AS q
     FROM latency_by_month_v1
     WHERE ${here} AND metric = '${metric}' AND period >= '${FROM}' AND period < '${TO}' AND ${mine}`;
  const shown = `${levels('t.response', 'total_ms')}, ${levels('t.first', 'first_output_ms')}`;
  return {
    name: 'overview',
    query: {
      ...whole,
      shape: 'overview',
      metrics: [
        'requests.v1',
        'outcomes.v1',
        'completion_rate.v1',
        'provider_spend.v1',
        'tokens.v1',
        ...Object.keys(LATENCIES),
      ],
    },
    rowsOf: (answer) => (answer.groups ?? []).map((group) => overviewRow(group)),
    raw: `SELECT 'all' AS key, requests, ${OUTCOMES.join(', ')}, nanos, tokens, ${shown} FROM
      (SELECT count() AS requests FROM request_admissions_v1 WHERE ${facts('admitted_at')}) AS a,
      (SELECT ${counts}, quantilesTDigest(${LEVELS.join(', ')})(total_ms) AS response,
         quantilesTDigest(${LEVELS.join(', ')})(first_output_ms) AS first
       FROM request_terminals_v1 WHERE ${facts('admitted_at')}) AS t,
      (SELECT sum(toInt128(total_tokens)) AS tokens FROM attempts_v1 WHERE ${facts('dispatched_at')}) AS n,
      (SELECT sum(toInt128(nanos)) AS nanos FROM cost_effects_v1 WHERE ${facts('occurred_at')}) AS e`,
    rollup: `SELECT 'all' AS key, s.*, ${levels('r.q', 'total_ms')}, ${levels('f.q', 'first_output_ms')} FROM
      (SELECT sum(admitted) AS requests, ${OUTCOMES.map((outcome) => `sum(rollup.${outcome}) AS ${outcome}`).join(', ')},
         sum(rollup.nanos) AS nanos, sum(total_tokens) AS tokens
       FROM traffic_by_month_v1 AS rollup WHERE ${rolled("= ''")}) AS s,
      (${buckets('response_latency.v1')}) AS r, (${buckets('first_output_latency.v1')}) AS f`,
    duck: `SELECT 'all' AS key, requests, ${OUTCOMES.join(', ')}, nanos, tokens, ${shown} FROM
      (SELECT count(*) AS requests FROM request_admissions_v1 WHERE ${duckFacts('admitted_at')}) AS a,
      (SELECT ${OUTCOMES.map((outcome) => `count(*) FILTER (status = '${outcome}') AS ${outcome}`).join(', ')},
         approx_quantile(total_ms, [${LEVELS.join(', ')}]) AS response,
         approx_quantile(first_output_ms, [${LEVELS.join(', ')}]) AS first
       FROM request_terminals_v1 WHERE ${duckFacts('admitted_at')}) AS t,
      (SELECT sum(total_tokens)::HUGEINT AS tokens FROM attempts_v1 WHERE ${duckFacts('dispatched_at')}) AS n,
      (SELECT sum(nanos)::HUGEINT AS nanos FROM cost_effects_v1 WHERE ${duckFacts('occurred_at')}) AS e`,
    budget: {
      tables: {
        workspace_traffic_by_month_v1: MONTHS_WHOLE,
        workspace_latency_by_month_v1: Math.min(BUCKETS * MONTHS_WHOLE, requests),
        // If the samples are few enough, the reader reads them directly; almost nine of ten requests have one.
        ...(requests <= QUERY_LIMITS.max_exact_samples / 0.8 && { request_terminals_v1: requests }),
      },
      passes: 1,
      rowBytes: 64,
    },
  };
}

function overviewRow(group: AnswerGroup): AnswerRow {
  const row: Record<string, string | null> = {
    key: 'all',
    requests: cell(group, 'requests.v1'),
    nanos: cell(group, 'provider_spend.v1'),
    tokens: cell(group, 'tokens.v1'),
  };
  const completion = group.evidence_coverage?.completion;
  for (const outcome of OUTCOMES) row[outcome] = completion?.[outcome === 'succeeded' ? 'completed' : outcome] ?? null;
  for (const { metric, populations } of group.latency ?? []) {
    const overall = populations.find(({ outcome }) => outcome === 'overall')?.quantiles;
    for (const level of LEVEL_NAMES) row[`${LATENCIES[metric]}_${level}`] = overall?.[level] ?? null;
  }
  return row;
}

function dayByModel({ requests, whole, facts, rolled, duckFacts }: QuestionContext): BenchQuestion {
  const sums = 'sum(o) AS outcomes, sum(n) AS nanos, sum(k) AS tokens';
  return {
    name: 'day × model series',
    query: {
      ...whole,
      shape: 'series',
      grain: 'day',
      facets: ['final_model'],
      metrics: ['outcomes.v1', 'provider_spend.v1', 'tokens.v1'],
    },
    rowsOf: (answer) =>
      (answer.groups ?? [])
        .filter((group) => group.facet?.value !== undefined)
        .map((group) => ({
          key: `${secondsOf(group)} ${group.facet?.value ?? ''}`,
          outcomes: cell(group, 'outcomes.v1'),
          nanos: cell(group, 'provider_spend.v1'),
          tokens: cell(group, 'tokens.v1'),
        }))
        .filter(isNotEmpty),
    raw: `SELECT concat(toString(toUnixTimestamp(day)), ' ', model) AS key, ${sums} FROM (
      SELECT toStartOfDay(admitted_at) AS day, final_model AS model, countIf(${ENDED}) AS o, toInt128(0) AS n, toInt128(0) AS k
      FROM request_terminals_v1 WHERE ${facts('admitted_at')} AND final_model != '' GROUP BY day, model
      UNION ALL SELECT toStartOfDay(dispatched_at) AS day, provider_model AS model, 0, 0, sum(toInt128(total_tokens))
      FROM attempts_v1 WHERE ${facts('dispatched_at')} GROUP BY day, model
      UNION ALL SELECT toStartOfDay(occurred_at) AS day, provider_model AS model, 0, sum(toInt128(nanos)), 0
      FROM cost_effects_v1 WHERE ${facts('occurred_at')} GROUP BY day, model) GROUP BY day, model`,
    rollup: `SELECT concat(toString(toUnixTimestamp(period)), ' ', facet_value) AS key,
        sum(succeeded + refused + failed + cancelled + partial) AS outcomes, sum(rollup.nanos) AS nanos, sum(total_tokens) AS tokens
      FROM traffic_by_day_v1 AS rollup WHERE ${rolled("= 'final_model'")} AND facet_value != '' GROUP BY period, facet_value`,
    duck: `SELECT concat(epoch(day)::BIGINT, ' ', model) AS key, sum(o)::HUGEINT AS outcomes, sum(n)::HUGEINT AS nanos, sum(k)::HUGEINT AS tokens FROM (
      SELECT date_trunc('day', admitted_at) AS day, final_model AS model, count(*) FILTER (${ENDED}) AS o, 0 AS n, 0 AS k
      FROM request_terminals_v1 WHERE ${duckFacts('admitted_at')} AND final_model != '' GROUP BY 1, 2
      UNION ALL SELECT date_trunc('day', dispatched_at), provider_model, 0, 0, sum(total_tokens)
      FROM attempts_v1 WHERE ${duckFacts('dispatched_at')} GROUP BY 1, 2
      UNION ALL SELECT date_trunc('day', occurred_at), provider_model, 0, sum(nanos), 0
      FROM cost_effects_v1 WHERE ${duckFacts('occurred_at')} GROUP BY 1, 2) GROUP BY day, model`,
    budget: {
      tables: { workspace_traffic_by_day_v1: Math.min(30 * DAYS_WHOLE, 2 * requests) },
      passes: 1,
      rowBytes: 120,
    },
  };
}

function hours({ requests, whole, facts, rolled, duckFacts }: QuestionContext): BenchQuestion {
  return {
    name: 'hour series',
    query: {
      ...whole,
      shape: 'series',
      grain: 'hour',
      metrics: ['requests.v1', 'outcomes.v1', 'provider_spend.v1'],
    },
    rowsOf: (answer) =>
      (answer.groups ?? [])
        .map((group) => ({
          key: secondsOf(group),
          requests: cell(group, 'requests.v1'),
          outcomes: cell(group, 'outcomes.v1'),
          nanos: cell(group, 'provider_spend.v1'),
        }))
        .filter(isNotEmpty),
    raw: `SELECT toString(toUnixTimestamp(hour)) AS key, sum(r) AS requests, sum(o) AS outcomes, sum(n) AS nanos FROM (
      SELECT toStartOfHour(admitted_at) AS hour, count() AS r, 0 AS o, toInt128(0) AS n
      FROM request_admissions_v1 WHERE ${facts('admitted_at')} GROUP BY hour
      UNION ALL SELECT toStartOfHour(admitted_at) AS hour, 0, countIf(${ENDED}), 0
      FROM request_terminals_v1 WHERE ${facts('admitted_at')} GROUP BY hour
      UNION ALL SELECT toStartOfHour(occurred_at) AS hour, 0, 0, sum(toInt128(nanos))
      FROM cost_effects_v1 WHERE ${facts('occurred_at')} GROUP BY hour) GROUP BY hour`,
    rollup: `SELECT toString(toUnixTimestamp(period)) AS key, sum(admitted) AS requests,
        sum(succeeded + refused + failed + cancelled + partial) AS outcomes, sum(rollup.nanos) AS nanos
      FROM traffic_by_hour_v1 AS rollup WHERE ${rolled("= ''")} GROUP BY period`,
    duck: `SELECT epoch(hour)::BIGINT AS key, sum(r)::HUGEINT AS requests, sum(o)::HUGEINT AS outcomes, sum(n)::HUGEINT AS nanos FROM (
      SELECT date_trunc('hour', admitted_at) AS hour, count(*) AS r, 0 AS o, 0 AS n
      FROM request_admissions_v1 WHERE ${duckFacts('admitted_at')} GROUP BY 1
      UNION ALL SELECT date_trunc('hour', admitted_at), 0, count(*) FILTER (${ENDED}), 0
      FROM request_terminals_v1 WHERE ${duckFacts('admitted_at')} GROUP BY 1
      UNION ALL SELECT date_trunc('hour', occurred_at), 0, 0, sum(nanos)
      FROM cost_effects_v1 WHERE ${duckFacts('occurred_at')} GROUP BY 1) GROUP BY hour`,
    budget: {
      tables: { workspace_traffic_by_hour_v1: Math.min(2 * 24 * DAYS_WHOLE, 2 * requests) },
      passes: 1,
      rowBytes: 84,
    },
  };
}

const FACETS = { final_model: 'final_model', route: 'route_id', connection: 'connection_id' } as const;

function facets({ whole, facts, rolled, duckFacts }: QuestionContext): BenchQuestion {
  const named = (model: string): string =>
    `CASE WHEN grouping(${model}) = 0 THEN concat('final_model ', ${model})
      WHEN grouping(route_id) = 0 THEN concat('route ', route_id)
      ELSE concat('connection ', connection_id) END`;
  const sets = (model: string): string => `GROUPING SETS ((${model}), (route_id), (connection_id))`;
  const sql = (dialect: 'clickhouse' | 'duckdb', where: (base: string) => string): string => {
    const wide = dialect === 'clickhouse' ? (sum: string) => `sum(toInt128(${sum}))` : (sum: string) => `sum(${sum})`;
    const zero = dialect === 'clickhouse' ? 'toInt128(0)' : '0';
    const ended = dialect === 'clickhouse' ? `countIf(${ENDED})` : `count(*) FILTER (${ENDED})`;
    const total = dialect === 'clickhouse' ? (sum: string) => `sum(${sum})` : (sum: string) => `sum(${sum})::HUGEINT`;
    return `SELECT name AS key, ${total('o')} AS outcomes, ${total('n')} AS nanos, ${total('k')} AS tokens FROM (
      SELECT ${named('final_model')} AS name, ${ended} AS o, ${zero} AS n, ${zero} AS k
      FROM request_terminals_v1 WHERE ${where('admitted_at')} AND final_model != '' GROUP BY ${sets('final_model')}
      UNION ALL SELECT ${named('provider_model')} AS name, 0, 0, ${wide('total_tokens')}
      FROM attempts_v1 WHERE ${where('dispatched_at')} GROUP BY ${sets('provider_model')}
      UNION ALL SELECT ${named('provider_model')} AS name, 0, ${wide('nanos')}, 0
      FROM cost_effects_v1 WHERE ${where('occurred_at')} GROUP BY ${sets('provider_model')}) GROUP BY name
      HAVING name != 'route '`;
  };
  return {
    name: 'facets',
    query: {
      ...whole,
      shape: 'facets',
      facets: Object.keys(FACETS) as (keyof typeof FACETS)[],
      metrics: ['outcomes.v1', 'provider_spend.v1', 'tokens.v1'],
    },
    rowsOf: (answer) =>
      (answer.groups ?? [])
        .filter((group) => group.facet?.value !== undefined)
        .map((group) => ({
          key: `${group.facet?.member ?? ''} ${group.facet?.value ?? ''}`,
          outcomes: cell(group, 'outcomes.v1'),
          nanos: cell(group, 'provider_spend.v1'),
          tokens: cell(group, 'tokens.v1'),
        })),
    raw: sql('clickhouse', facts),
    rollup: `SELECT concat(facet, ' ', facet_value) AS key, sum(succeeded + refused + failed + cancelled + partial) AS outcomes,
        sum(rollup.nanos) AS nanos, sum(total_tokens) AS tokens
      FROM traffic_by_month_v1 AS rollup WHERE ${rolled("IN ('final_model', 'route', 'connection')")} AND facet_value != ''
      GROUP BY facet, facet_value`,
    duck: sql('duckdb', duckFacts),
    budget: { tables: { workspace_traffic_by_month_v1: 60 * MONTHS_WHOLE }, passes: 1, rowBytes: 130 },
  };
}

const PAGE = 50;

/** The columns about a request's end on a page. */
const ENDINGS = [
  ...['status', 'terminal_kind', 'final_model', 'final_provider', 'attempt_count', 'total_ms'],
  ...['first_output_ms', 'protection_observed'],
];

const ATTEMPT_COLUMNS = [
  ...['logical_request_id', 'ordinal', 'purpose', 'role', 'route_changed', 'output_state', 'provider_id'],
  ...['provider_model', 'connection_id', 'usage_source', 'usage_known', 'input_tokens', 'output_tokens'],
  ...['cache_read_tokens', 'cache_write_tokens', 'reasoning_tokens', 'total_tokens'],
];

/** The number of facts from which the last hour of one application fills a page. */
const DENSE_FACTS = 500_000;

/**
 * The question for the last week of one application, newest requests first. The hand-written statement reads only the
 * hours since `recent`, which contain the complete page.
 */
function page({ requests, tenancy, whole, here, mine }: QuestionContext, recent: string): BenchQuestion {
  const [application] = tenancy.environments;
  const leaves = tenancy.environments.filter((leaf) => leaf.applicationId === application?.applicationId);
  const where = `environment_id IN (${leaves.map((leaf) => `'${leaf.environmentId}'`).join(', ')}) AND ${mine}`;
  const lately = (columns: string, table: string): string => `SELECT ${columns} FROM ${table}
      WHERE ${here} AND toStartOfHour(admitted_at) >= '${recent}' AND ${where}
      ORDER BY admitted_at DESC, logical_request_id DESC LIMIT ${PAGE}`;
  return {
    name: 'drilldown page',
    query: {
      ...whole,
      from: '2026-03-25T00:00:00Z',
      shape: 'drilldown',
      drilldown: 'request',
      page_size: PAGE,
      scope: { application_ids: [application?.applicationId ?? ''] },
    },
    // A request that has not ended is `pending`; the hand-written statement returns no status for it.
    rowsOf: (answer) =>
      (answer.requests ?? []).map(({ status, ...row }) =>
        shown(row.logical_request_id, status === 'pending' ? row : { ...row, status }, { at: row.occurred_at }),
      ),
    raw: `SELECT a.logical_request_id AS key, status, final_model, total_ms FROM (
        SELECT logical_request_id, admitted_at FROM request_admissions_v1
        WHERE ${here} AND admitted_at >= '2026-03-25 00:00:00' AND admitted_at < '${TO}' AND ${where}
        ORDER BY admitted_at DESC, logical_request_id DESC LIMIT ${PAGE}) AS a
      LEFT JOIN (SELECT logical_request_id, status, final_model, total_ms FROM request_terminals_v1
        WHERE ${here} AND admitted_at >= '2026-03-25 00:00:00' AND admitted_at < '${TO}' AND ${where}
        ORDER BY admitted_at DESC, logical_request_id DESC LIMIT ${PAGE}) AS t USING logical_request_id`,
    rollup: lately('logical_request_id AS key, admitted_at, streaming', 'request_admissions_v1'),
    whole: `SELECT a.logical_request_id AS key, a.purpose AS purpose, toUnixTimestamp64Milli(a.admitted_at) AS at, a.release_id AS release_id,
        a.streaming AS streaming, ${ENDINGS.map((column) => `t.${column} AS ${column}`).join(', ')}
      FROM (${lately('logical_request_id, purpose, admitted_at, release_id, streaming', 'request_admissions_v1')}) AS a
      LEFT JOIN (${lately(['logical_request_id', ...ENDINGS].join(', '), 'request_terminals_v1')}) AS t USING logical_request_id`,
    duck: `SELECT a.logical_request_id AS key, status, final_model, total_ms FROM (
        SELECT logical_request_id, admitted_at FROM request_admissions_v1
        WHERE admitted_at >= '2026-03-25' AND admitted_at < '${TO}' AND ${where}
        ORDER BY admitted_at DESC, logical_request_id DESC LIMIT ${PAGE}) AS a
      LEFT JOIN (SELECT logical_request_id, status, final_model, total_ms FROM request_terminals_v1
        WHERE admitted_at >= '2026-03-25' AND admitted_at < '${TO}' AND ${where}
        ORDER BY admitted_at DESC, logical_request_id DESC LIMIT ${PAGE}) AS t USING (logical_request_id)`,
    budget: {
      // At most the last day of each table. It should read only the busiest hour of that day.
      tables: {
        request_admissions_v1: 1.1 * (requests / 90),
        request_terminals_v1: 1.1 * (requests / 90),
        protection_evaluations_v1: 0,
      },
      rows: 2 * BUSIEST_HOUR * requests,
      passes: 2,
      rowBytes: 52,
    },
  };
}

function byId({ requests, whole, here }: QuestionContext, { id, environmentId, hour }: BenchRequest): BenchQuestion {
  const one = `logical_request_id = '${id}'`;
  const inItsHours = (columns: string): string => `SELECT attempt_id AS key, ${columns} FROM attempts_v1
      WHERE ${here} AND toStartOfHour(dispatched_at) IN ('${hour}', toDateTime('${hour}', 'UTC') + 3600)
        AND environment_id = '${environmentId}' AND ${one}`;
  return {
    name: 'attempts of a request by its id',
    query: { ...whole, shape: 'drilldown', drilldown: 'attempt', attempt_filter: { logical_request_id: id } },
    rowsOf: (answer) =>
      (answer.attempts ?? []).map((row) =>
        shown(row.attempt_id, row, { at: row.dispatched_at, ended: row.terminal_at }),
      ),
    raw: `SELECT attempt_id AS key, provider_model, total_tokens FROM attempts_v1 WHERE ${here} AND ${one}`,
    rollup: inItsHours('provider_model, total_tokens'),
    whole: inItsHours(`${ATTEMPT_COLUMNS.join(', ')}, toUnixTimestamp64Milli(dispatched_at) AS at,
      toUnixTimestamp64Milli(terminal_at) AS ended`),
    duck: `SELECT attempt_id AS key, provider_model, total_tokens FROM attempts_v1 WHERE ${one}`,
    // The hours of the request according to its identities. The index of identities has about one false positive in a
    // hundred granules.
    budget: {
      tables: { attempts_v1: 2 * BUSIEST_HOUR * requests, event_identities_v1: 0 },
      passes: 2,
      rowBytes: 64,
    },
  };
}
