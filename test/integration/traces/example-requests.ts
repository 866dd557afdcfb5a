import type { TracedRequest } from './traced-facts.ts';

/** The start of most requests, in seconds of the day. */
const HOUR = 10 * 3_600;

/** The requests of the trace `t` over two environments: a tree, an orphan and a cycle. */
export const TREE: readonly TracedRequest[] = [
  {
    ...{ id: 'q1', trace: 't', second: HOUR, stated: { step_id: 's1', agent: 'planner' } },
    ending: { total_ms: 1_500.25 },
    calls: [{ total_tokens: 100 }],
    effects: [{ nanos: 1_000, priced: 1 }],
  },
  {
    ...{ id: 'q2', trace: 't', second: HOUR + 10 },
    stated: { step_id: 's2', parent_id: 's1', agent: 'worker', tool: 'search' },
    admission: { streaming: true },
    ending: { total_ms: 300, streaming: true },
    // The first call failed, and reported no usage.
    calls: [{ usage_known: false }, { role: 'retry', provider_model: 'm2', total_tokens: 50 }],
    effects: [
      { nanos: 5, priced: 1 },
      { nanos: 200, priced: 1 },
    ],
  },
  // The second request of the same step has not ended.
  { id: 'q3', trace: 't', second: HOUR + 12, stated: { step_id: 's2', parent_id: 's1', agent: 'worker' } },
  {
    ...{ id: 'q4', trace: 't', second: HOUR + 20, stated: { step_id: 's9', parent_id: 'gone' } },
    ending: { status: 'failed' },
    calls: [{ total_tokens: 10 }],
    effects: [
      { nanos: 0, pending: 1 },
      // The price arrives above the fence of most reads.
      { nanos: 700, priced: 1, pending: -1, effect_kind: 'price_transition', arrival_seq: '150' },
    ],
  },
  {
    ...{ id: 'q5', trace: 't', second: HOUR + 30, stated: { step_id: 'c1', parent_id: 'c2' } },
    ending: {},
    calls: [{ total_tokens: 1 }],
    effects: [{ nanos: 30, priced: 1 }],
  },
  {
    ...{ id: 'q6', trace: 't', second: HOUR + 40, stated: { step_id: 'c2', parent_id: 'c1' } },
    ending: {},
    calls: [{ total_tokens: 1 }],
    effects: [{ nanos: 40, priced: 1 }],
  },
  // A request that states no step is a step of its own.
  {
    ...{ id: 'q7', trace: 't', second: HOUR + 50, stated: { parent_id: 's1' } },
    ending: {},
    calls: [{ total_tokens: 1 }],
    effects: [{ nanos: 7, priced: 1 }],
  },
  // Another gateway admits the request. A second source reports the call later, under another step, and states no step
  // for its cost.
  {
    ...{
      id: 'q8',
      trace: 't',
      second: HOUR + 60,
      stated: { step_id: 's10', parent_id: 's2', environment_id: 'env_b' },
    },
    ending: {},
    calls: [{ total_tokens: 1, step_id: 'renamed', parent_id: 's9', agent: 'other', arrival_seq: '60' }],
    effects: [{ nanos: 8, priced: 1, step_id: '', parent_id: '', arrival_seq: '61' }],
  },
];

/** Requests of other months, purposes, workspaces and traces. */
export const ELSEWHERE: readonly TracedRequest[] = [
  {
    id: 'x1',
    trace: 't',
    second: HOUR,
    day: '2026-02-05',
    stated: { step_id: 's1' },
    effects: [{ nanos: 1, priced: 1 }],
  },
  { id: 'x2', trace: 't', second: HOUR, stated: { purpose: 'judge' }, effects: [{ nanos: 2, priced: 1 }] },
  { id: 'x3', trace: 't', second: HOUR, stated: { workspace_id: 't_b' }, effects: [{ nanos: 4, priced: 1 }] },
  { id: 'x4', trace: 'other', second: HOUR, stated: { step_id: 'gone' }, effects: [{ nanos: 8, priced: 1 }] },
  { id: 'x5', trace: '', second: HOUR, stated: { step_id: 'gone' }, effects: [{ nanos: 9_999, priced: 1 }] },
];

/** The day of the traces in `LISTED`. */
export const RANKED = '2026-01-20';

/** Requests of one trace, one second apart. The first has all calls and costs, and ends after `seconds`. */
function ranked(
  trace: string,
  { requests, nanos, tokens, seconds }: { requests: number; nanos: number; tokens: number; seconds: number },
): TracedRequest[] {
  return Array.from({ length: requests }, (_, index) => ({
    ...{ id: `${trace}-${index}`, trace, second: index, day: RANKED },
    ending: { ...(index === 0 && { terminal_at: `${RANKED} 00:00:${String(seconds).padStart(2, '0')}.000` }) },
    calls: index === 0 ? [{ total_tokens: tokens }] : [],
    effects: index === 0 ? [{ nanos, priced: 1 }] : [],
  }));
}

/** Traces with different orders by each figure, and a request without a trace. */
export const LISTED: readonly TracedRequest[] = [
  ...ranked('A', { requests: 3, nanos: 100, tokens: 5, seconds: 10 }),
  ...ranked('B', { requests: 1, nanos: 300, tokens: 1, seconds: 2 }),
  ...ranked('C', { requests: 2, nanos: 100, tokens: 9, seconds: 59 }),
  // No ending, no usage and no price are known.
  {
    ...{ id: 'D-0', trace: 'D', second: 0, day: RANKED },
    calls: [{ usage_known: false }],
    effects: [{ nanos: 0, pending: 1 }],
  },
  { id: 'untraced', trace: '', second: 0, day: RANKED, effects: [{ nanos: 9_999, priced: 1 }] },
];
