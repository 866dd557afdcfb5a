import { expect, it } from 'vitest';
import { policyFingerprint, type PolicyBlocks } from '../../../../contracts/quality/calibrations/policy-fingerprint.ts';

const POLICY: PolicyBlocks = {
  mode: 'route',
  evals: {
    evaluators: [
      {
        id: 'judge.safety',
        sample_rate: 0.5,
        max_usd_per_day: 1,
        judge: { method: 'pointwise-bool', model: 'm', api_key_env: 'KEY' },
      },
    ],
  },
  routing: { tiers: [{ name: 'a', model: 'x' }], default_tier: 'a' },
};
const evaluator = POLICY.evals!.evaluators![0]!;
const withEvaluator = (change: object): PolicyBlocks => ({
  ...POLICY,
  evals: { evaluators: [{ ...evaluator, ...change }] },
});

it('is the same for the same policy, whatever the order of members', () => {
  expect(policyFingerprint(POLICY)).toMatch(/^sha256:[0-9a-f]{64}$/);
  const reordered = Object.fromEntries(Object.entries(POLICY).toReversed()) as PolicyBlocks;
  expect(policyFingerprint(reordered)).toBe(policyFingerprint(POLICY));
});

it.each<[string, PolicyBlocks]>([
  ['the mode', { ...POLICY, mode: 'shadow' }],
  ['the model of a judge', withEvaluator({ judge: { ...evaluator.judge, model: 'n' } })],
  ['a sampling rate', withEvaluator({ sample_rate: 0.4 })],
  ['an evaluator', withEvaluator({ id: 'judge.relevance' })],
  ['the tiers', { ...POLICY, routing: { ...POLICY.routing, tiers: [{ name: 'a', model: 'y' }] } }],
  ['the default tier', { ...POLICY, routing: { ...POLICY.routing, default_tier: 'b' } }],
  ['the sources of labels', { ...POLICY, evals: { ...POLICY.evals, validation: { gold_sources: ['feedback'] } } }],
])('changes with %s', (_, policy) => {
  expect(policyFingerprint(policy)).not.toBe(policyFingerprint(POLICY));
});

it.each<[string, PolicyBlocks]>([
  ['a cap of costs', withEvaluator({ max_usd_per_day: 2 })],
  ['the name of a key', withEvaluator({ judge: { ...evaluator.judge, api_key_env: 'OTHER' } })],
  ['the calibration itself', { ...POLICY, evals: { ...POLICY.evals, calibration: { quality: { enabled: true } } } }],
])('does not change with %s', (_, policy) => {
  expect(policyFingerprint(policy)).toBe(policyFingerprint(POLICY));
});

it('exists without any policy', () => {
  expect(policyFingerprint({})).toMatch(/^sha256:/);
});
