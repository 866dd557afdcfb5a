import { answered, attempt, linesOf, logOf, outcomeLine } from './gateway-log.ts';

/** The annotations of a call that the rule `small` would send to the tier `simple`. */
const SHADOW = {
  mode: 'shadow',
  'route.reason': 'rule',
  'route.rule': 'small',
  'route.tier': 'simple',
  'route.requested_model': 'gpt-5',
  'route.called_model': 'gpt-5',
};
const BIG = { model: 'gpt-5', asked: 'gpt-5' };
const JUDGED = {
  ...{ evaluator_id: 'judge.correctness', evaluator_kind: 'judge' },
  ...{ judge_id: 'j', judge_model: 'm', judge_prompt_sha: 's', judge_eval_ver: '1' },
};

/** The log of a morning, with every kind of call and verdict. */
export const LOGGED_DAY = logOf(
  linesOf({ id: 'greq_1', atMs: 0, noted: SHADOW, ending: answered(attempt('5000000000', BIG)) }),
  linesOf({
    ...{ id: 'greq_2', atMs: 1_000, purpose: 'comparison' },
    noted: { ...SHADOW, shadow_of: 'greq_1', 'route.called_model': 'gpt-5-mini', 'route.input_tokens': '55' },
    ending: answered(attempt('1000000000')),
  }),
  linesOf({
    ...{ id: 'greq_3', atMs: 2_000 },
    noted: {
      ...SHADOW,
      ...{ cache: 'hit', 'cache.rule': 'r', 'cache.kind': 'exact', 'cache.source': 'greq_1' },
      'cache.saved_nanos': '5000000000',
    },
    ending: answered(undefined, 'cache_hit'),
  }),
  linesOf({
    ...{ id: 'greq_4', atMs: 3_000, noted: SHADOW },
    ending: answered(attempt(undefined, { model: 'my-model', asked: 'my-model' })),
  }),
  linesOf({
    ...{ id: 'greq_5', atMs: 4_000, noted: SHADOW },
    ending: {
      ...{ status: 'refused', kind: 'budget_exceeded', totalMs: 1 },
      refusedByLimit: {
        ...{ id: 'day', node: 'organization:org_1', unit: 'nano_usd' },
        ...{ limit: 5_000_000_000, observed: 4_900_000_000, bound: 100_000_000 },
      },
    },
  }),
  linesOf({
    ...{ id: 'greq_6', atMs: 5_000 },
    noted: {
      ...{ mode: 'route', 'route.reason': 'override', 'route.override': 'honored', 'route.tier': 'complex' },
      ...{ tier: 'complex', 'route.requested_model': 'gpt-5-mini', 'route.called_model': 'gpt-5' },
    },
    ending: answered(attempt('5000000000', BIG)),
  }),
  linesOf({ id: 'greq_7', atMs: 6_000, noted: { reserved_tokens: '500', reserved_nano_usd: '700000000' } }),
  linesOf({ id: 'greq_8', atMs: 7_000, noted: SHADOW, ending: { status: 'failed', kind: 'http_500', totalMs: 9 } }),
  linesOf({
    ...{ id: 'greq_9', atMs: 8_000, purpose: 'comparison' },
    noted: { ...SHADOW, shadow_of: 'greq_elsewhere' },
    ending: answered(attempt('1000000000')),
  }),
  outcomeLine('greq_1', { verdict: 'pass', annotator: 'a' }),
  outcomeLine('greq_1', { verdict: 'fail', annotator: 'b' }),
  outcomeLine('greq_1', { verdict: 'pass', annotator: 'c' }),
  // A person can change the verdict, and the newest one counts.
  outcomeLine('greq_3', { verdict: 'pass', annotator: 'a', outcome_id: 'first' }),
  outcomeLine('greq_3', { verdict: 'fail', annotator: 'a', occurred_at: '2026-03-09T10:00:00.000Z' }),
  outcomeLine('greq_4', { verdict: 'fail', annotator: 'a', label_strategy: 'hard_cases' }),
  outcomeLine('greq_6', { verdict: 'abstained', annotator: 'a' }),
  outcomeLine('greq_1', { ...JUDGED, verdict: 'pass' }),
  outcomeLine('greq_2', { ...JUDGED, verdict: 'fail', purpose: 'comparison' }),
  outcomeLine('greq_6', { verdict: 'pass', evaluator_id: 'crm', evaluator_kind: 'external', basis: 'reported' }),
);

/** A configuration file with two tiers and four limits. */
export const TIERED_CONFIG = `mode: ledger
providers:
  - { name: openai, wire: openai, base_url: https://api.openai.com/v1, models: [gpt-5, gpt-5-mini, my-model] }
routing:
  tiers: [{ name: simple, model: gpt-5-mini }, { name: complex, model: gpt-5 }]
  rules: [{ id: small, tier: simple, max_input_tokens: 100 }]
  default_tier: complex
governance:
  limits:
    - { id: day, node: organization, budget_usd: 6, per: day }
    - { id: slots, node: 'key:kid_1', concurrency: 1 }
    - { id: calls, node: 'team:search', requests: 5, per: hour }
    - { id: other, node: 'team:none', tokens: 10, per: day }
`;
