import { expect, it } from 'vitest';
import { evaluatorIds, evaluatorOf, METRICS } from '../../../../domain/judges/evaluators.ts';

it('people label every metric, users say whether they were content, and a judge has one metric', () => {
  expect(evaluatorOf('human.label')).toEqual({ id: 'human.label', kind: 'human', metrics: METRICS });
  expect(evaluatorOf('human.feedback')).toEqual({ id: 'human.feedback', kind: 'human', metrics: ['satisfaction'] });
  expect(evaluatorOf('judge.safety')).toEqual({ id: 'judge.safety', kind: 'judge', metrics: ['safety'] });
  expect(evaluatorOf('check.safety')).toEqual({ id: 'check.safety', kind: 'check', metrics: ['safety'] });
});

it('what is not registered is no evaluator', () => {
  expect(['', 'judge', 'judge.beauty', 'toString'].map(evaluatorOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('ids are listed by kind', () => {
  expect(evaluatorIds('human')).toEqual(['human.label', 'human.feedback']);
  expect(evaluatorIds('judge')).toEqual([
    'judge.correctness',
    'judge.groundedness',
    'judge.helpfulness',
    'judge.instruction_following',
    'judge.relevance',
    'judge.safety',
    'judge.satisfaction',
  ]);
});
