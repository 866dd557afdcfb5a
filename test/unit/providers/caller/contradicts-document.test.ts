import { expect, it } from 'vitest';
import { JudgeVerdictSchema } from '../../../../contracts/judges/methods/pointwise-bool.ts';
import { contradictsDocument } from '../../../../providers/caller/contradicts-document.ts';

const PASS = { reason: 'It is right.', verdict: 'pass' };

it.each([
  'fail',
  ' **Fail.** ',
  'Verdict: fail',
  'My verdict is **fail**, because it is wrong.',
  '{"reason": "no", "verdict": "fail"}',
  "verdict = 'abstained'",
  'The answer is right. Verdict — fail.',
])('the text %j contradicts the verdict pass next to it', (text) => {
  expect(contradictsDocument(text, PASS, JudgeVerdictSchema)).toBe(true);
});

it.each([
  '',
  ' \n',
  'pass',
  'Verdict: pass',
  'I would not fail this answer.',
  'The verdict follows.',
  'The verdict, which I give below, would be another one if the test did fail.',
  '{"verdict":"pass"}',
  'failing',
])('the text %j does not contradict it', (text) => {
  expect(contradictsDocument(text, PASS, JudgeVerdictSchema)).toBe(false);
});

it.each([
  ['It is wrong. Verdict: fail.', true],
  ['fail', true],
  ['The verdict is **abstained**', true],
  ['The answer says “verdict: fail” of itself, and is right all the same.', false],
  ['It would fail if it were longer.', false],
  ['Verdict: pass', false],
])('the reason %j contradicts the verdict pass only by its end: %j', (reason, isSo) => {
  expect(contradictsDocument('', { reason, verdict: 'pass' }, JudgeVerdictSchema)).toBe(isSo);
});

it('takes time linear in the text', () => {
  const text = `verdict ${'"verdict" : '.repeat(200_000)}`;
  // A quadratic search of these 2.8 million characters would exceed the time-out of the test.
  expect(contradictsDocument(text, PASS, JudgeVerdictSchema)).toBe(false);
});
