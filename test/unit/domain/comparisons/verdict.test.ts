import { describe, expect, it } from 'vitest';
import {
  UNKNOWN_REASONS,
  VERDICT_OUTCOMES,
  VERDICT_SOURCES,
  currentVerdict,
  type Verdict,
} from '../../../../domain/comparisons/verdict.ts';

const machine = (outcome: Verdict['outcome']): Verdict => ({ source: 'judge', outcome, reasonCode: '' });
const human = (outcome: Verdict['outcome']): Verdict => ({ source: 'human', outcome, reasonCode: '' });

describe('the valid verdict', () => {
  it.each<[string, Verdict[], Verdict | undefined]>([
    ['undefined without verdicts', [], undefined],
    ['the machine’s if it is the only one', [machine('fail')], machine('fail')],
    ['the machine’s newest', [machine('unknown'), machine('pass')], machine('pass')],
    ['the human’s', [machine('fail'), human('pass')], human('pass')],
    ['the human’s before any later verdict of a machine', [human('unknown'), machine('pass')], human('unknown')],
    ['the human’s newest', [machine('fail'), human('fail'), machine('fail'), human('pass')], human('pass')],
  ])('is %s', (_, history, counting) => {
    expect(currentVerdict(history)).toEqual(counting);
  });

  it('does not change the history', () => {
    const history = [machine('fail'), human('pass')];
    currentVerdict(history);
    expect(history).toEqual([machine('fail'), human('pass')]);
  });
});

it('verdicts have the names of the contract', () => {
  expect(VERDICT_SOURCES).toEqual(['label_check', 'judge', 'human']);
  expect(VERDICT_OUTCOMES).toEqual(['pass', 'fail', 'unknown']);
  expect(UNKNOWN_REASONS).toEqual([
    'spend_ceiling_exceeded',
    'judge_ceiling_reached',
    'judge_no_verdict',
    'judge_unavailable',
    'judge_paid_effect_unknown',
    'judge_connection_not_pinned',
    'label_check_undecided',
  ]);
});
