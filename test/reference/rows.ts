import type {
  AttemptRow,
  FeedbackRow,
  MarkerRow,
  ProtectionEvaluationRow,
  RequestRow,
} from '../../contracts/insight/answer/answer-rows.ts';
import type { Attempt } from '../../contracts/ingest/events/attempt.ts';
import type { CostEffect } from '../../contracts/ingest/events/cost-effect.ts';
import type { RequestAdmitted } from '../../contracts/ingest/events/request-admitted.ts';
import type { RequestTerminal } from '../../contracts/ingest/events/request-terminal.ts';
import type { FactEvent } from '../../contracts/ingest/events/traffic-event.ts';
import { formatReported } from './decimal.ts';
import { pendingValue, sameValue, readFacetValue } from './facet-values.ts';
import { byKind, isAskedFor, isExcluded, selectFacts, type Population } from './selection.ts';
import { toUnixMs, queryWindow, type Question, type World } from './world.ts';

const HOUR_MS = 3_600_000;

export type Rows =
  | { readonly requests: readonly RequestRow[] }
  | { readonly attempts: readonly AttemptRow[] }
  | { readonly feedback: readonly FeedbackRow[] }
  | { readonly markers: readonly MarkerRow[] };

/** All rows of a question, on all pages. */
export function referenceRows(facts: readonly FactEvent[], world: World, question: Question): Rows {
  const { query } = question;
  const { included } = selectFacts(facts, world, question, queryWindow(query));
  if (query.shape === 'markers') return { markers: markerRows(included) };
  switch (query.drilldown) {
    case 'request':
      return { requests: requestRows(included, anyDimensions(facts, world, question), question) };
    case 'attempt':
      return { attempts: attemptRows(included, everAsked(facts, world, question), question) };
    case 'feedback':
      return { feedback: feedbackRows(included, question) };
    default:
      throw new Error('The question has no rows.');
  }
}

/** The facts of the question with any dimensions. */
function anyDimensions(facts: readonly FactEvent[], world: World, question: Question): Population {
  const { dimension_filter: _, ...query } = question.query;
  return selectFacts(facts, world, { ...question, query }, queryWindow(query)).included;
}

/** The facts that the question may show at any time, so that an effect finds its attempt outside the window. */
function everAsked(facts: readonly FactEvent[], world: World, question: Question): Population {
  return byKind(facts.filter((event) => isAskedFor(event, question) && !isExcluded(event, world)));
}

interface Placed<Row> {
  readonly atMs: number;
  readonly ids: readonly string[];
  readonly row: Row;
}

/** Orders rows newest first, then by descending ids. */
function ordered<Row>(rows: readonly Placed<Row>[]): Row[] {
  return [...rows].sort((a, b) => b.atMs - a.atMs || compareIds(b.ids, a.ids)).map(({ row }) => row);
}

/** Orders rows newest first, then by ascending ids. */
function orderedRising<Row>(rows: readonly Placed<Row>[]): Row[] {
  return [...rows].sort((a, b) => b.atMs - a.atMs || compareIds(a.ids, b.ids)).map(({ row }) => row);
}

function compareIds(a: readonly string[], b: readonly string[]): number {
  for (const [index, id] of a.entries()) {
    const other = b[index] ?? '';
    if (id !== other) return id < other ? -1 : 1;
  }
  return 0;
}

/**
 * The rows of requests. An ended request is chosen by the dimensions of its ending, and any other by those of its
 * admission.
 *
 * @param any the facts of all requests, with any dimensions
 */
function requestRows(included: Population, any: Population, question: Question): RequestRow[] {
  const { latency_filter: latency, facet_filter: facet } = question.query;
  const ended = new Set(any.terminals.map((terminal) => terminal.logical_request_id));
  const pending = included.admissions.filter((admission) => !ended.has(admission.logical_request_id));
  const requests: (RequestAdmitted | RequestTerminal)[] = [...included.terminals, ...pending];
  return ordered(
    requests
      .filter((request) => latency === undefined || matchesLatency(request, latency))
      .filter((request) => facet === undefined || matchesFacet(request, facet))
      .map((request) => ({
        atMs: toUnixMs(request.admitted_at),
        ids: [request.logical_request_id],
        row: requestRow(request, any),
      })),
  );
}

type LatencyFilter = NonNullable<Question['query']['latency_filter']>;
type FacetFilter = NonNullable<Question['query']['facet_filter']>;

function matchesLatency(request: RequestAdmitted | RequestTerminal, filter: LatencyFilter): boolean {
  if (request.event === 'request_admitted') return false;
  const sample = filter.metric === 'response_latency.v1' ? request.total_ms : request.first_output_ms;
  if (sample === undefined) return false;
  const { min_ms: min = 0, max_ms: max = Infinity, outcome = 'overall' } = filter;
  return sample >= min && sample < max && (outcome === 'overall' || outcome === request.status);
}

function matchesFacet(request: RequestAdmitted | RequestTerminal, { member, value, unserved }: FacetFilter): boolean {
  const has = readFacetValue(member, request) ?? pendingValue(member);
  // Served requests name a model, so requests without a model are the unserved requests.
  const isUnserved = unserved === true || (member === 'final_model' && value === undefined);
  return sameValue(has, { ...(value !== undefined && { value }), ...(isUnserved && { unserved: true }) });
}

function requestRow(request: RequestAdmitted | RequestTerminal, any: Population): RequestRow {
  const evaluations = any.evaluations.filter(
    (evaluation) =>
      evaluation.logical_request_id === request.logical_request_id &&
      hourOf(evaluation.admitted_at) === hourOf(request.admitted_at),
  );
  const isWatched = request.event === 'request_terminal' && request.protection_observed === true;
  const common = {
    logical_request_id: request.logical_request_id,
    purpose: request.purpose,
    occurred_at: iso(request.admitted_at),
    ...(request.release_id !== undefined && { release_id: request.release_id }),
    ...(request.streaming !== undefined && { streaming: request.streaming }),
    ...((isWatched || evaluations.length > 0) && { protection_evaluations: evaluationRows(evaluations) }),
  };
  if (request.event === 'request_admitted') return { ...common, status: 'pending', first_output_known: false };
  return {
    ...common,
    status: request.status,
    ...(request.terminal_kind !== undefined && { terminal_kind: request.terminal_kind }),
    ...(request.final_model !== undefined && { final_model: request.final_model }),
    ...(request.final_provider !== undefined && { final_provider: request.final_provider }),
    attempt_count: String(request.attempt_count),
    ...(request.total_ms !== undefined && { total_ms: formatReported(request.total_ms) }),
    ...(request.first_output_ms !== undefined && { first_output_ms: formatReported(request.first_output_ms) }),
    first_output_known: request.first_output_ms !== undefined,
  };
}

/**
 * The hour of an instant. A request shows only evaluations of its own hour, so an evaluation with another admission
 * time is not shown.
 */
function hourOf(instant: string): number {
  return Math.floor(toUnixMs(instant) / HOUR_MS);
}

function evaluationRows(evaluations: Population['evaluations']): ProtectionEvaluationRow[] {
  return [...evaluations]
    .sort((a, b) => compareIds([a.phase, a.component_id], [b.phase, b.component_id]))
    .map(({ component_id, component_version, phase, eligibility, evaluation, outcome }) => ({
      component_id,
      component_version,
      phase,
      eligibility,
      evaluation,
      outcome,
    }));
}

function attemptRows(included: Population, ever: Population, { query }: Question): AttemptRow[] {
  const filter = query.attempt_filter ?? {};
  const matches = (fact: Attempt | CostEffect): boolean =>
    (filter.provider_id === undefined || filter.provider_id === fact.provider_id) &&
    (filter.provider_model === undefined || filter.provider_model === fact.provider_model) &&
    (filter.logical_request_id === undefined || filter.logical_request_id === fact.logical_request_id);
  if (filter.cost_effects_only !== true) {
    return ordered(
      included.attempts.filter(matches).map((attempt) => ({
        atMs: toUnixMs(attempt.dispatched_at),
        ids: [attempt.logical_request_id, attempt.attempt_id],
        row: attemptRow(attempt),
      })),
    );
  }
  return ordered(
    newestEffects(included.effects.filter(matches)).map((effect) => {
      const attempt = ever.attempts.find((one) => isOf(effect, one));
      return {
        atMs: toUnixMs(effect.occurred_at),
        ids: [effect.logical_request_id, effect.attempt_id],
        row: attempt === undefined ? unattributedRow(effect) : attemptRow(attempt),
      };
    }),
  );
}

function isOf(effect: CostEffect, one: Attempt | CostEffect): boolean {
  return one.logical_request_id === effect.logical_request_id && one.attempt_id === effect.attempt_id;
}

/** The newest effect of each attempt. */
function newestEffects(effects: readonly CostEffect[]): CostEffect[] {
  return effects.filter((effect, index) =>
    effects.every((other, position) => {
      if (!isOf(effect, other) || position === index) return true;
      const difference = toUnixMs(effect.occurred_at) - toUnixMs(other.occurred_at);
      return difference > 0 || (difference === 0 && index < position);
    }),
  );
}

function attemptRow(attempt: Attempt): AttemptRow {
  const measured = TOKEN_MEMBERS.filter((name) => attempt.usage_known && attempt[name] !== undefined);
  return {
    logical_request_id: attempt.logical_request_id,
    attempt_id: attempt.attempt_id,
    ordinal: String(attempt.ordinal),
    purpose: attempt.purpose,
    role: attempt.role,
    route_changed: attempt.route_changed,
    output_state: attempt.output_state,
    provider_id: attempt.provider_id,
    provider_model: attempt.provider_model,
    ...(attempt.connection_id !== undefined && { connection_id: attempt.connection_id }),
    usage_source: attempt.usage_source,
    usage_known: attempt.usage_known,
    ...Object.fromEntries(measured.map((name) => [name, String(attempt[name])])),
    dispatched_at: iso(attempt.dispatched_at),
    ...(attempt.terminal_at !== undefined && { terminal_at: iso(attempt.terminal_at) }),
  };
}

const TOKEN_MEMBERS = [
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'total_tokens',
] as const;

/** The row of an effect without an attempt, with only the members of the effect. */
function unattributedRow(effect: CostEffect): AttemptRow {
  return {
    logical_request_id: effect.logical_request_id,
    attempt_id: effect.attempt_id,
    purpose: effect.purpose,
    role: 'unattributed',
    provider_id: effect.provider_id,
    provider_model: effect.provider_model,
    ...(effect.connection_id !== undefined && { connection_id: effect.connection_id }),
    usage_known: false,
  };
}

function feedbackRows({ verdicts }: Population, { query, scope }: Question): FeedbackRow[] {
  const { logical_request_id: request, match } = query.feedback_filter ?? {};
  return orderedRising(
    verdicts
      .filter((verdict) => request === undefined || verdict.logical_request_id === request)
      .filter((verdict) => match === undefined || verdict.match === match)
      .map((verdict) => ({
        atMs: toUnixMs(verdict.occurred_at),
        ids: [verdict.logical_request_id, verdict.issuer_ref, verdict.feedback_id],
        row: {
          logical_request_id: verdict.logical_request_id,
          application_id: verdict.scope.application_id,
          gateway_id: verdict.scope.gateway_id,
          environment_id: verdict.scope.environment_id,
          issuer_ref: verdict.issuer_ref,
          ...(scope.mayReadContent && verdict.issuer !== undefined && { issuer: verdict.issuer }),
          feedback_id: verdict.feedback_id,
          value: verdict.value,
          revision: String(verdict.revision),
          occurred_at: iso(verdict.occurred_at),
          source: verdict.source,
          match: verdict.match,
          purpose: verdict.purpose,
        },
      })),
  );
}

function markerRows({ markers }: Population): MarkerRow[] {
  return ordered(
    markers.map((marker) => ({
      atMs: toUnixMs(marker.occurred_at),
      ids: [marker.marker_id],
      row: {
        marker_kind: marker.marker_kind,
        release_id: marker.release_id,
        ...(marker.effective_digest !== undefined && { effective_digest: marker.effective_digest }),
        gateway_id: marker.scope.gateway_id,
        environment_id: marker.scope.environment_id,
        actor_kind: marker.actor_kind,
        occurred_at: iso(marker.occurred_at),
      },
    })),
  );
}

function iso(instant: string): string {
  return new Date(toUnixMs(instant)).toISOString();
}
