import type { FactColumns } from './facts.ts';

interface Told extends FactColumns {
  readonly logical_request_id: string;
}

/** A request with all possible facts about it, admitted in April 2026. */
function request(id: string, at: string, more: FactColumns): Told {
  return { logical_request_id: id, admitted_at: `2026-04-${at}`, ...more };
}

const alpha = { release_id: 'r1', team_id: 'blue', trace_id: 't1', input_size_bucket: 'small' };
const beta = { release_id: 'r2', team_id: 'blue', trace_id: 't2', input_size_bucket: 'large' };
const loose = { release_id: 'r2', team_id: 'red' };

const requests: readonly Told[] = [
  request('q1', '01 10:00:00.000', alpha),
  request('q2', '01 10:30:00.000', alpha),
  request('q3', '02 00:00:00.000', beta),
  request('q4', '02 09:00:00.000', beta),
  request('q5', '02 23:59:59.999', loose),
];

function ended(id: string, status: string, more: FactColumns): FactColumns {
  const admitted = requests.find((each) => each.logical_request_id === id);
  return { ...admitted, status, terminal_at: '2026-04-03 00:00:00.000', ...more };
}

const served = { final_model: 'small-1', route_id: 'main', connection_id: 'c1' };

/**
 * Five requests of two days in April 2026: two served by one model, one by another without a route, one refused before
 * any model, and one that has not ended. Attempts, prices, verdicts, markers and evaluations belong to them.
 */
export const APRIL_FACTS: Readonly<Record<string, readonly FactColumns[]>> = {
  request_admissions_v1: requests,
  request_terminals_v1: [
    ended('q1', 'succeeded', { ...served, total_ms: 100, first_output_ms: 0, protection_observed: true }),
    ended('q2', 'succeeded', { ...served, total_ms: 200, protection_observed: true }),
    ended('q3', 'cancelled', { final_model: 'large-1', connection_id: 'c2', total_ms: 50 }),
    ended('q4', 'refused', { protection_observed: true }),
  ],
  attempts_v1: [
    attempt('a1', 'q1', '01 10:00:00.100', 'small-1', 'c1', 100),
    attempt('a2', 'q2', '01 10:30:00.100', 'large-1', 'c2', 1_000),
    attempt('a3', 'q2', '01 10:30:01.000', 'small-1', 'c1', 10),
    attempt('a4', 'q3', '02 00:00:00.100', 'large-1', 'c2', 1),
  ],
  cost_effects_v1: [
    effect('e1', 'q1', '01 11:00:00.000', 'small-1', 'c1', { nanos: 300, priced: 1, estimated: 1 }),
    effect('e2', 'q2', '01 11:00:00.000', 'large-1', 'c2', { nanos: 5_000, priced: 1, estimate_unknown: 1 }),
    effect('e3', 'q2', '01 11:00:00.000', 'small-1', 'c1', { nanos: 100, priced: 1 }),
    effect('e4', 'q3', '02 01:00:00.000', 'large-1', 'c2', { nanos: 600, priced: 1 }),
    effect('e5', 'q3', '02 02:00:00.000', 'large-1', 'c2', { nanos: -50, adjustments: 1, effect_kind: 'adjustment' }),
  ],
  feedback_verdicts_v1: [
    verdict('q1', 'f1', 1, '01 12:00:00.000', 'positive'),
    verdict('q1', 'f1', 2, '02 12:00:00.000', 'negative'),
    verdict('q1', 'f2', 1, '01 13:00:00.000', 'positive'),
    verdict('q2', 'f1', 1, '01 13:00:00.000', 'neutral'),
  ],
  release_markers_v1: [
    marker('m1', 'r1', '01 00:00:00.000'),
    marker('m2', 'r2', '02 00:00:00.000'),
    marker('m3', 'r2', '02 06:00:00.000'),
  ],
  protection_evaluations_v1: [
    evaluation('q1', 'pii', 'input', 'passed'),
    evaluation('q1', 'pii', 'output', 'modified'),
    evaluation('q4', 'pii', 'input', 'blocked'),
    evaluation('q4', 'tone', 'input', 'blocked'),
    { ...evaluation('q2', 'pii', 'input', 'none'), eligibility: 'not_eligible', evaluation: 'not_executed' },
  ],
};

function about(id: string): FactColumns {
  const facts: FactColumns = requests.find((each) => each.logical_request_id === id) ?? {};
  return Object.fromEntries(Object.entries(facts).filter(([column]) => column !== 'admitted_at'));
}

function attempt(
  attempt_id: string,
  id: string,
  at: string,
  model: string,
  connection_id: string,
  tokens: number,
): FactColumns {
  const columns = {
    attempt_id,
    dispatched_at: `2026-04-${at}`,
    provider_id: 'p',
    provider_model: model,
    connection_id,
  };
  return { ...about(id), route_id: 'main', ...columns, usage_known: true, total_tokens: tokens };
}

function effect(
  effect_id: string,
  id: string,
  at: string,
  model: string,
  connection_id: string,
  more: FactColumns,
): FactColumns {
  const columns = { effect_id, occurred_at: `2026-04-${at}`, provider_id: 'p', provider_model: model, connection_id };
  return { ...about(id), route_id: 'main', effect_kind: 'settlement', ...columns, ...more };
}

function verdict(id: string, feedback_id: string, revision: number, at: string, value: string): FactColumns {
  return {
    ...about(id),
    route_id: 'main',
    feedback_id,
    revision,
    issuer_ref: 'i',
    occurred_at: `2026-04-${at}`,
    value,
    match: 'matched',
  };
}

function marker(marker_id: string, release_id: string, at: string): FactColumns {
  return { marker_id, release_id, occurred_at: `2026-04-${at}`, marker_kind: 'deployed', purpose: '' };
}

function evaluation(id: string, component_id: string, phase: string, outcome: string): FactColumns {
  const admitted = requests.find((each) => each.logical_request_id === id);
  return {
    ...admitted,
    component_id,
    component_version: '1',
    phase,
    outcome,
    eligibility: 'eligible',
    evaluation: 'evaluated',
    evaluated_at: '2026-04-03 00:00:00.000',
  };
}
