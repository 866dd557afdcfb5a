import type { TaggedColumns } from './facts.ts';

/** The number that two cost effects have each. Their sum needs more than 64 bits. */
const MAX_INT64 = '9223372036854775807';

/** The tags of a request whose keys and values need care somewhere: members of every object, separators and quotes. */
const HOSTILE_TAGS = Object.fromEntries([
  ['plan', 'pro'],
  ['__proto__', 'constructor'],
  ['a.b', `it's \\ "x"`],
]);

/** The caller of each request, which all of its events repeat. */
const CALLERS: Readonly<Record<string, TaggedColumns>> = {
  q1: { user: 'alice', feature: 'search', team_id: 'blue', trace_id: 't1', tags: HOSTILE_TAGS },
  q2: { user: 'alice', feature: 'chat', team_id: 'blue', tags: { plan: 'free', constructor: '__proto__' } },
  q3: { user: 'bob', feature: 'search', team_id: 'red', trace_id: 't2', tags: { plan: 'pro' } },
  q4: { user: '🚀', feature: 'search' },
  q5: { user: '～', agent: '🚀' },
  q7: { agent: '～' },
  late: { user: 'carol' },
};

/** Arrivals above the sequence 100. */
const LATE = { arrival_seq: '150' };

/**
 * Requests of three days in June 2026, whose callers state users, features, agents and tags. Two requests state no
 * user, and two have not ended. A user has only a verdict. A request and an attempt arrived late.
 */
export const JUNE_FACTS: Readonly<Record<string, readonly TaggedColumns[]>> = {
  request_admissions_v1: [
    admission('q1', '01 10:00:00'),
    admission('q2', '01 11:00:00'),
    admission('q3', '01 12:00:00'),
    admission('q4', '02 09:00:00'),
    admission('q5', '02 10:00:00'),
    admission('q6', '02 11:00:00'),
    admission('q7', '02 12:00:00'),
    { ...admission('late', '03 08:00:00'), ...LATE },
  ],
  request_terminals_v1: [
    ending('q1', '01 10:00:00', { status: 'succeeded', total_ms: 100, protection_observed: true }),
    ending('q2', '01 11:00:00', { status: 'succeeded', total_ms: 200 }),
    ending('q3', '01 12:00:00', { status: 'failed', total_ms: 50 }),
    ending('q4', '02 09:00:00', { status: 'succeeded', total_ms: 40, protection_observed: true }),
    ending('q6', '02 11:00:00', { status: 'refused' }),
  ],
  attempts_v1: [
    attempt('a1', 'q1', '01 10:00:00', 1_000),
    attempt('a2', 'q2', '01 11:00:00', 10),
    attempt('a3', 'q2', '01 11:00:01', 20),
    attempt('a4', 'q3', '01 12:00:00', 5_000),
    attempt('a5', 'q4', '02 09:00:00', 7),
    attempt('a6', 'q6', '02 11:00:00', 3),
    { ...attempt('a7', 'q3', '01 12:00:02', 1_000_000), ...LATE },
  ],
  cost_effects_v1: [
    effect('e1', 'q1', '01 10:00:00', { nanos: 300, priced: 1 }),
    effect('e2', 'q2', '01 11:00:00', { nanos: 100, priced: 1 }),
    effect('e3', 'q2', '01 11:00:01', { nanos: 50, priced: 1 }),
    effect('e4', 'q3', '01 12:00:00', { nanos: 9_000, priced: 1 }),
    effect('e5', 'q4', '02 09:00:00', { nanos: MAX_INT64, priced: 1 }),
    effect('e6', 'q4', '02 09:00:01', { nanos: MAX_INT64, priced: 1 }),
    effect('e7', 'q6', '02 11:00:00', { nanos: 77, priced: 1 }),
    effect('e8', 'q1', '02 12:00:00', { nanos: -7, adjustments: 1, effect_kind: 'adjustment' }),
  ],
  feedback_verdicts_v1: [
    verdict('q1', 'f1', 1, '01 12:00:00', {}),
    verdict('q1', 'f1', 2, '02 12:00:00', { user: 'bob' }),
    verdict('q3', 'f2', 1, '01 13:00:00', { user: 'dave' }),
  ],
  protection_evaluations_v1: [
    evaluation('q1', '01 10:00:00', 1, 'passed', {}),
    evaluation('q1', '01 10:00:00', 2, 'blocked', { user: 'bob' }),
    evaluation('q4', '02 09:00:00', 1, 'passed', {}),
  ],
};

function request(id: string): TaggedColumns {
  return { logical_request_id: id, ...CALLERS[id] };
}

function admission(id: string, at: string): TaggedColumns {
  return { ...request(id), admitted_at: `2026-06-${at}.000` };
}

function ending(id: string, at: string, more: TaggedColumns): TaggedColumns {
  return { ...admission(id, at), terminal_at: `2026-06-${at}.500`, ...more };
}

function attempt(attempt_id: string, id: string, at: string, tokens: number): TaggedColumns {
  const dispatched_at = `2026-06-${at}.100`;
  const called = { provider_id: 'p', provider_model: 'm', usage_known: true };
  return { ...request(id), attempt_id, dispatched_at, ...called, total_tokens: tokens };
}

function effect(effect_id: string, id: string, at: string, more: TaggedColumns): TaggedColumns {
  const occurred_at = `2026-06-${at}.200`;
  return { ...request(id), effect_id, occurred_at, provider_id: 'p', effect_kind: 'settlement', ...more };
}

function verdict(id: string, feedback_id: string, revision: number, at: string, more: TaggedColumns): TaggedColumns {
  const columns = { feedback_id, revision, issuer_ref: 'i', value: 'positive', match: 'matched' };
  return { ...request(id), ...columns, occurred_at: `2026-06-${at}.000`, ...more };
}

function evaluation(id: string, at: string, second: number, outcome: string, more: TaggedColumns): TaggedColumns {
  const columns = { component_id: 'pii', component_version: '1', phase: 'input' };
  const result = { eligibility: 'eligible', evaluation: 'evaluated', outcome };
  return { ...admission(id, at), ...columns, ...result, evaluated_at: `2026-06-05 00:00:0${second}.000`, ...more };
}
