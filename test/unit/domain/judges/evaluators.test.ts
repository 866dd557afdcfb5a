import { expect, it } from 'vitest';
import { evaluatorIds, findEvaluator, OUTCOME_METRICS } from '../../../../domain/judges/evaluators.ts';

it('people label every metric, users state their satisfaction, and a judge has one metric', () => {
  const summarize = (id: string) => {
    const { kind, metrics, ceiling } = findEvaluator(id) ?? {};
    return [kind, metrics, ceiling];
  };
  expect(findEvaluator('human.label')?.id).toBe('human.label');
  expect(summarize('human.label')).toEqual(['human', OUTCOME_METRICS, 'measured']);
  expect(summarize('human.feedback')).toEqual(['human', ['satisfaction'], 'reported']);
  expect(summarize('judge.safety')).toEqual(['judge', ['safety'], 'measured']);
  expect(summarize('check.safety')).toEqual(['check', ['safety'], 'measured']);
  expect(summarize('external.reported')).toEqual(['external', OUTCOME_METRICS, 'reported']);
});

it('an unregistered evaluator is invalid', () => {
  expect(['', 'judge', 'judge.beauty', 'toString'].map(findEvaluator)).toEqual([
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
