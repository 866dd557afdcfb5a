import { Buffer } from 'node:buffer';
import { invalid, Refusal } from '../../domain/errors.ts';
import { parseInstant } from '../../domain/instant.ts';
import { isTimeZone } from '../time-zone.ts';
import type { InsightQuery, StoredQuestion } from './insight-query.ts';
import { QUERY_LIMITS } from './limits.ts';
import { isKnownName, isMetric, MEASUREMENT_CATALOGUE, type MetricId } from './measurement-catalogue.ts';

/** The metrics that this build computes. */
const COMPUTED_METRICS = [
  'requests.v1',
  'outcomes.v1',
  'completion_rate.v1',
  'provider_spend.v1',
  'tokens.v1',
  'freshness_lag.v1',
  'coverage.v1',
] as const satisfies readonly MetricId[];

export type ComputedMetric = (typeof COMPUTED_METRICS)[number];

/** True for a metric that this build computes from facts. */
export function isComputed(id: string): id is ComputedMetric {
  return (COMPUTED_METRICS as readonly string[]).includes(id);
}

type Members = StoredQuestion & Pick<InsightQuery, 'cursor'>;

/**
 * Refuses a question, valid by its schema, that does not fit together or that this build does not answer. Asked of
 * every question before it is read, and of every stored one when it is written and opened.
 *
 * @throws Refusal `scope_required`, `validation_failed`, `invalid_query`, `metric_version_unknown` or `window_too_large`
 */
export function refuseUnaskable(query: Members): void {
  if (query.scope === undefined) throw new Refusal('scope_required', 'Name a scope; an empty object means everything.');
  if (query.display_tz !== undefined && !isTimeZone(query.display_tz)) {
    throw invalid('/display_tz', 'Must be a zone of the IANA time-zone database.');
  }
  refuseMisplacedFilters(query);
  refuseMisplacedMembers(query);
  if (query.shape !== 'overview') throw notAnsweredYet(`the shape ${query.shape}`);
  refuseMetrics(query.metrics ?? []);
  if (query.from !== undefined && query.to !== undefined) windowOf({ from: query.from, to: query.to });
}

/**
 * The half-open window of a question.
 *
 * @throws Refusal `validation_failed` for an instant that does not exist, `invalid_query` for an empty or reversed
 * window, `window_too_large` beyond 1,100 days
 */
export function windowOf(query: { readonly from: string; readonly to: string }): { from: Date; to: Date } {
  const from = parseInstant(query.from);
  const to = parseInstant(query.to);
  if (from === undefined) throw invalid('/from', 'Must be an RFC 3339 instant that exists.');
  if (to === undefined) throw invalid('/to', 'Must be an RFC 3339 instant that exists.');
  const milliseconds = to.getTime() - from.getTime();
  if (milliseconds <= 0) throw misfit('The window is empty: from must lie before to.');
  if (milliseconds > QUERY_LIMITS.max_window_days * 86_400_000) {
    throw new Refusal('window_too_large', `The window is longer than ${QUERY_LIMITS.max_window_days} days.`);
  }
  return { from, to };
}

function refuseMisplacedFilters({ shape, drilldown, ...query }: Members): void {
  const grain = shape === 'drilldown' ? drilldown : undefined;
  if (query.attempt_filter !== undefined) {
    if (grain !== 'attempt') throw invalid('/attempt_filter', 'Only an attempt-grain drilldown takes attempt_filter.');
    for (const [member, value] of Object.entries(query.attempt_filter)) {
      if (typeof value === 'string' && Buffer.byteLength(value) > QUERY_LIMITS.max_filter_bytes) {
        throw invalid(`/attempt_filter/${member}`, `Must be at most ${QUERY_LIMITS.max_filter_bytes} bytes.`);
      }
    }
  }
  if (query.feedback_filter !== undefined && grain !== 'feedback') {
    throw misfit('Only a feedback-grain drilldown takes feedback_filter.');
  }
  if (query.latency_filter === undefined) return;
  if (grain !== 'request') throw misfit('Only a request-grain drilldown takes latency_filter.');
  const { min_ms: least = 0, max_ms: most = Infinity } = query.latency_filter;
  if (least >= most) throw misfit('The bounds of latency_filter hold nothing: min_ms must lie below max_ms.');
}

/** Which members belong to which shape. */
function refuseMisplacedMembers(query: Members): void {
  const { shape } = query;
  const rows = shape === 'drilldown' || shape === 'markers';
  demand(query.grain !== undefined, shape === 'series', 'grain', 'the series shape');
  demand(query.facets !== undefined, shape === 'facets', 'facets', 'the facets shape');
  demand(query.drilldown !== undefined, shape === 'drilldown', 'drilldown', 'the drilldown shape');
  demand(query.metrics !== undefined, !rows, 'metrics', 'the overview, series and facets shapes');
  if (!rows && query.cursor !== undefined) throw misfit('Only row shapes are paged: cursor does not belong here.');
  if (!rows && query.page_size !== undefined)
    throw misfit('Only row shapes are paged: page_size does not belong here.');
}

function demand(present: boolean, due: boolean, member: string, where: string): void {
  if (present && !due) throw misfit(`The member ${member} belongs only to ${where}.`);
  if (!present && due) throw misfit(`The member ${member} is required by ${where}.`);
}

function refuseMetrics(metrics: readonly string[]): void {
  for (const id of metrics) {
    if (!isKnownName(id)) throw new Refusal('metric_version_unknown', `The catalogue has no metric ${id}.`);
    if (isMetric(id) && MEASUREMENT_CATALOGUE[id].producer === 'produced' && !isComputed(id)) {
      throw notAnsweredYet(`the metric ${id}`);
    }
  }
}

function misfit(detail: string): Refusal {
  return new Refusal('invalid_query', detail);
}

function notAnsweredYet(what: string): Refusal {
  return misfit(`This build does not answer ${what} yet.`);
}
