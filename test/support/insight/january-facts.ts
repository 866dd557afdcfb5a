import type { Fact } from './facts.ts';

const settled = { effect_kind: 'settlement' };

/**
 * Traffic of January 2026 and what lies beside it: one millisecond before and after, in another environment, workspace,
 * organization and purpose, and what arrived after sequence 100.
 */
export const JANUARY_FACTS: Readonly<Record<string, readonly Fact[]>> = {
  request_admissions_v1: [
    { logical_request_id: 'before', admitted_at: '2025-12-31 23:59:59.999' },
    { logical_request_id: 'first', admitted_at: '2026-01-01 00:00:00.000', release_id: 'r1' },
    { logical_request_id: 'failed', admitted_at: '2026-01-06 00:00:00.000' },
    { logical_request_id: 'other-env', admitted_at: '2026-01-07 00:00:00.000', environment_id: 'env_b' },
    { logical_request_id: 'pending', admitted_at: '2026-01-31 23:59:59.999' },
    { logical_request_id: 'after', admitted_at: '2026-02-01 00:00:00.000' },
    { logical_request_id: 'judged', admitted_at: '2026-01-08 00:00:00.000', purpose: 'judge' },
    { logical_request_id: 'played', admitted_at: '2026-01-08 00:00:00.000', purpose: 'playground' },
    { logical_request_id: 'late', admitted_at: '2026-01-09 00:00:00.000', arrival_seq: '150' },
    { logical_request_id: 'foreign-org', admitted_at: '2026-01-09 00:00:00.000', organization_id: 'org_b' },
    { logical_request_id: 'foreign-ws', admitted_at: '2026-01-09 00:00:00.000', workspace_id: 't_b' },
  ],
  request_terminals_v1: [
    {
      logical_request_id: 'before',
      admitted_at: '2025-12-31 23:59:59.999',
      terminal_at: '2026-01-01 00:00:01.000',
      status: 'failed',
    },
    {
      logical_request_id: 'first',
      admitted_at: '2026-01-01 00:00:00.000',
      terminal_at: '2026-01-01 00:00:01.000',
      status: 'succeeded',
      release_id: 'r1',
    },
    {
      logical_request_id: 'failed',
      admitted_at: '2026-01-06 00:00:00.000',
      terminal_at: '2026-01-06 00:00:01.000',
      status: 'failed',
    },
    {
      logical_request_id: 'other-env',
      admitted_at: '2026-01-07 00:00:00.000',
      terminal_at: '2026-01-07 00:00:01.000',
      status: 'cancelled',
      environment_id: 'env_b',
    },
    {
      logical_request_id: 'judged',
      admitted_at: '2026-01-08 00:00:00.000',
      terminal_at: '2026-01-08 00:00:01.000',
      status: 'unknown',
      purpose: 'judge',
    },
    {
      logical_request_id: 'played',
      admitted_at: '2026-01-08 00:00:00.000',
      terminal_at: '2026-01-08 00:00:01.000',
      status: 'refused',
      purpose: 'playground',
    },
  ],
  attempts_v1: [
    {
      attempt_id: 'a1',
      dispatched_at: '2026-01-01 00:00:00.000',
      usage_known: true,
      total_tokens: 100,
      release_id: 'r1',
    },
    {
      attempt_id: 'a2',
      dispatched_at: '2026-01-06 00:00:00.000',
      usage_known: true,
      total_tokens: '9007199254740993',
    },
    { attempt_id: 'a3', dispatched_at: '2026-01-07 00:00:00.000', usage_known: false, environment_id: 'env_b' },
    {
      attempt_id: 'a4',
      dispatched_at: '2026-01-08 00:00:00.000',
      usage_known: true,
      total_tokens: 8,
      purpose: 'judge',
    },
    { attempt_id: 'a5', dispatched_at: '2026-01-08 00:00:00.000', usage_known: false, purpose: 'playground' },
    { attempt_id: 'a6', dispatched_at: '2026-02-01 00:00:00.000', usage_known: true, total_tokens: 1 },
  ],
  cost_effects_v1: [
    {
      ...settled,
      effect_id: 'e1',
      occurred_at: '2026-01-01 00:00:01.000',
      nanos: 1_000_000_001,
      priced: 1,
      estimate_unknown: 1,
      release_id: 'r1',
    },
    { ...settled, effect_id: 'e2', occurred_at: '2026-01-06 00:00:01.000', nanos: 0, pending: 1 },
    {
      effect_kind: 'price_transition',
      effect_id: 'e2b',
      occurred_at: '2026-01-06 00:00:01.000',
      nanos: 5,
      pending: -1,
      priced: 1,
      estimated: 1,
      arrival_seq: '200',
    },
    {
      ...settled,
      effect_id: 'e3',
      occurred_at: '2026-01-07 00:00:01.000',
      nanos: '9223372036854775807',
      priced: 1,
      environment_id: 'env_b',
    },
    {
      ...settled,
      effect_id: 'e3b',
      occurred_at: '2026-01-07 00:00:01.000',
      nanos: '9223372036854775807',
      priced: 1,
      environment_id: 'env_b',
    },
    { effect_kind: 'adjustment', effect_id: 'e4', occurred_at: '2026-01-20 00:00:00.000', nanos: -7, adjustments: 1 },
    { ...settled, effect_id: 'e5', occurred_at: '2026-01-08 00:00:01.000', nanos: 0, unpriced: 1, purpose: 'judge' },
    {
      ...settled,
      effect_id: 'e6',
      occurred_at: '2026-01-08 00:00:01.000',
      nanos: 0,
      priced: 1,
      purpose: 'playground',
    },
    { ...settled, effect_id: 'e7', occurred_at: '2026-03-05 00:00:00.000', nanos: 42, priced: 1 },
  ],
};
