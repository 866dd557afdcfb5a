import type { FactColumns } from './facts.ts';

const request = { admitted_at: '2026-03-02 10:15:00.000', terminal_at: '2026-03-02 10:15:01.000' };
const call = { dispatched_at: '2026-03-02 10:15:00.100', usage_known: true, usage_source: 'provider' };
const verdict = { logical_request_id: 'served', issuer_ref: 'i1', value: 'positive', route_id: 'rt1' };
const evaluation = { admitted_at: request.admitted_at, logical_request_id: 'blocked', eligibility: 'eligible' };

/**
 * Traffic of March 2026: a request served by a fallback, a request that protection refused, a request without times,
 * verdicts, runs of a team, and markers.
 */
export const FIGURE_FACTS: Readonly<Record<string, readonly FactColumns[]>> = {
  request_admissions_v1: [
    {
      admitted_at: request.admitted_at,
      logical_request_id: 'served',
      release_id: 'r1',
      team_id: 'team',
      trace_id: 'trace',
      input_size_bucket: 's',
    },
    {
      admitted_at: '2026-03-02 23:59:59.999',
      logical_request_id: 'same-run',
      release_id: 'r1',
      team_id: 'team',
      trace_id: 'trace',
    },
    { admitted_at: request.admitted_at, logical_request_id: 'blocked', team_id: 'team' },
    { admitted_at: request.admitted_at, logical_request_id: 'teamless', trace_id: 'trace-of-nobody' },
  ],
  request_terminals_v1: [
    {
      ...request,
      logical_request_id: 'served',
      release_id: 'r1',
      status: 'succeeded',
      final_model: 'm1',
      route_id: 'rt1',
      connection_id: 'c1',
      input_size_bucket: 's',
      total_ms: 100,
      first_output_ms: 20.25,
      protection_observed: true,
    },
    {
      ...request,
      admitted_at: '2026-03-02 23:59:59.999',
      logical_request_id: 'same-run',
      release_id: 'r1',
      status: 'succeeded',
      final_model: 'm1',
      connection_id: 'c1',
      total_ms: 201,
    },
    { ...request, logical_request_id: 'blocked', status: 'refused', route_id: 'rt1', total_ms: 0 },
    { ...request, logical_request_id: 'teamless', status: 'failed' },
  ],
  attempts_v1: [
    { ...call, attempt_id: 'f1', logical_request_id: 'served', provider_model: 'm2', total_tokens: 3, route_id: 'rt0' },
    { ...call, attempt_id: 'f2', logical_request_id: 'served', provider_model: 'm1', total_tokens: 4, route_id: 'rt1' },
  ],
  cost_effects_v1: [
    {
      effect_id: 'g1',
      effect_kind: 'settlement',
      logical_request_id: 'served',
      provider_model: 'm2',
      occurred_at: '2026-03-02 10:15:02.000',
      nanos: 5,
      priced: 1,
    },
    {
      effect_id: 'g2',
      effect_kind: 'settlement',
      logical_request_id: 'served',
      provider_model: 'm1',
      occurred_at: '2026-03-02 10:15:02.000',
      nanos: 70,
      priced: 1,
      estimated: 1,
    },
  ],
  feedback_verdicts_v1: [
    // This verdict was revised within March. It counts once, at the time of its newest revision.
    { ...verdict, feedback_id: 'a', revision: 1, occurred_at: '2026-03-02 12:00:00.000' },
    { ...verdict, feedback_id: 'a', revision: 2, occurred_at: '2026-03-03 12:00:00.000' },
    // A revision that arrives late moves this verdict out of March.
    { ...verdict, feedback_id: 'b', revision: 1, occurred_at: '2026-03-02 12:00:00.000' },
    { ...verdict, feedback_id: 'b', revision: 2, occurred_at: '2026-05-01 12:00:00.000', arrival_seq: '150' },
    // The newest revision is in February, so this verdict counts neither in March nor in April.
    { ...verdict, feedback_id: 'c', revision: 9, occurred_at: '2026-02-10 12:00:00.000' },
    { ...verdict, feedback_id: 'c', revision: 1, occurred_at: '2026-04-10 12:00:00.000' },
    // The newest revision has another purpose.
    { ...verdict, feedback_id: 'd', revision: 1, occurred_at: '2026-03-02 12:00:00.000' },
    { ...verdict, feedback_id: 'd', revision: 2, occurred_at: '2026-03-02 12:00:00.000', purpose: 'judge' },
  ],
  protection_evaluations_v1: [
    {
      ...evaluation,
      component_id: 'pii',
      phase: 'input',
      evaluation: 'not_executed',
      outcome: 'none',
      evaluated_at: '2026-03-02 10:15:00.010',
    },
    {
      ...evaluation,
      component_id: 'pii',
      phase: 'input',
      evaluation: 'evaluated',
      outcome: 'blocked',
      evaluated_at: '2026-03-02 10:15:00.020',
    },
    {
      ...evaluation,
      component_id: 'jailbreak',
      phase: 'input',
      evaluation: 'evaluated',
      outcome: 'blocked',
      evaluated_at: '2026-03-02 10:15:00.020',
    },
    {
      ...evaluation,
      component_id: 'jailbreak',
      phase: 'output',
      evaluation: 'error',
      outcome: 'none',
      evaluated_at: '2026-03-02 10:15:00.020',
    },
  ],
  release_markers_v1: [
    { marker_id: 'k1', marker_kind: 'deployed', release_id: 'r2', purpose: '', occurred_at: '2026-03-05 10:00:00.000' },
    { marker_id: 'k2', marker_kind: 'retired', release_id: 'r2', purpose: '', occurred_at: '2026-03-05 11:00:00.000' },
    {
      marker_id: 'k3',
      marker_kind: 'deployed',
      release_id: 'r3',
      purpose: '',
      occurred_at: '2026-03-06 10:00:00.000',
      arrival_seq: '150',
    },
  ],
};
