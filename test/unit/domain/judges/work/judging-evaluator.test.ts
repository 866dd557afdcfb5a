import { expect, it } from 'vitest';
import { judgingEvaluators } from '../../../../../domain/judges/work/judging-evaluator.ts';

const judge = { external: 'allow', model: 'claude-haiku-4-5', api_key_env: 'KEY' };

it('has one member for one model, with the settings of the entry', () => {
  const entry = { id: 'judge.safety', sample_rate: 0.25, max_usd_per_day: 1.5 };
  expect(judgingEvaluators({ evaluators: [{ ...entry, judge: { ...judge, endpoint_env: 'WHERE' } }] })).toEqual([
    {
      evaluatorId: 'judge.safety',
      metric: 'safety',
      model: 'claude-haiku-4-5',
      method: 'pointwise-bool',
      sampleRate: 0.25,
      maxNanoUsdPerDay: 1_500_000_000n,
      seats: [{ model: 'claude-haiku-4-5', keyVariable: 'KEY', endpointVariable: 'WHERE' }],
    },
  ]);
});

it('has the members of a panel, and not the model that names it', () => {
  const members = [
    { model: 'gpt-5', api_key_env: 'A' },
    { model: 'claude-haiku-4-5', api_key_env: 'B', endpoint_env: 'C' },
  ];
  const [panel] = judgingEvaluators({
    evaluators: [{ id: 'judge.relevance', sample_rate: 1, judge: { ...judge, method: 'panel', panel: { members } } }],
  });
  expect(panel).toMatchObject({ method: 'panel', model: 'claude-haiku-4-5', maxNanoUsdPerDay: 0n });
  expect(panel?.seats).toEqual([
    { model: 'gpt-5', keyVariable: 'A', endpointVariable: undefined },
    { model: 'claude-haiku-4-5', keyVariable: 'B', endpointVariable: 'C' },
  ]);
});

it('excludes evaluators without models, and is empty without a configuration', () => {
  const evaluators = [undefined, { id: 'judge.safety', sample_rate: 1 }, { id: 'unheard.of', judge }, { judge }];
  expect(judgingEvaluators({ evaluators })).toEqual([]);
  expect(judgingEvaluators()).toEqual([]);
});

it('samples nothing if no rate remains', () => {
  expect(judgingEvaluators({ evaluators: [{ id: 'judge.safety', judge }] })[0]?.sampleRate).toBe(0);
});

it('uses no evaluator with an unknown name', () => {
  const nobody = { model: '', keyVariable: '', endpointVariable: undefined };
  const block = (panel?: object) => ({
    evaluators: [{ id: 'judge.safety', judge: { method: 'panel', ...panel } as const }],
  });
  expect(judgingEvaluators(block({ panel: { members: [undefined, {}] } }))[0]).toMatchObject({
    model: '',
    seats: [nobody, nobody],
  });
  expect(judgingEvaluators(block({ panel: {} }))[0]?.seats).toEqual([]);
  expect(judgingEvaluators(block())[0]?.seats).toEqual([]);
});
