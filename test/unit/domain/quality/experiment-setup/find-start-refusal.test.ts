import { expect, it } from 'vitest';
import {
  findStartRefusal,
  type StartFacts,
} from '../../../../../domain/quality/experiment-setup/find-start-refusal.ts';
import type { ExperimentDeclaration } from '../../../../../domain/quality/experiments/declaration.ts';
import { makeArm, makeDeclaration } from '../../../../../testing/quality/make-experiment.ts';

const JUDGE = ['judge.correctness'];
const FACTS: StartFacts = {
  ...{ canRun: true, configuredJudges: JUDGE, promotedJudges: JUDGE },
  census: { items: 5, capturedBodies: 1, capturedRequests: 1 },
};

const refusalOf = (facts: Partial<StartFacts>, declared: Partial<ExperimentDeclaration> = {}): unknown => {
  const refusal = findStartRefusal(makeDeclaration(declared), { ...FACTS, ...facts });
  return refusal && [refusal.code, refusal.need, refusal.have, refusal.text];
};

it('lets a run start that can score something', () => {
  expect(refusalOf({})).toBeNull();
});

it.each<[string, Partial<StartFacts>, Partial<ExperimentDeclaration>, unknown]>([
  [
    'no worker',
    { canRun: false, configuredJudges: [] },
    {},
    [
      ...['feature_off', 1, 0],
      'This deployment cannot run experiments. Set TRUETALLY_TEMPORAL_ADDRESS and TRUETALLY_CLICKHOUSE_URL, and run a worker.',
    ],
  ],
  [
    'no configured judge',
    { configuredJudges: [] },
    {},
    [
      ...['feature_off', 1, 0],
      'The configuration has no judge judge.correctness. Add it to `evals.evaluators` with a `judge`.',
    ],
  ],
  [
    'no items',
    { census: { items: 0, capturedBodies: 0, capturedRequests: 0 } },
    {},
    ['no_items', 1, 0, 'The pinned dataset version has no items. Create an experiment over a version with items.'],
  ],
  [
    'no stored answer',
    { census: { items: 5, capturedBodies: 0, capturedRequests: 5 } },
    {},
    [
      ...['uncaptured', 5, 0],
      'No item has a stored request and answer. Set `dashboard.capture.request` and `dashboard.capture.response`, and build a dataset of later requests.',
    ],
  ],
  [
    'no stored request for a replay',
    { census: { items: 5, capturedBodies: 0, capturedRequests: 0 } },
    { instrument: 'replay' },
    [
      ...['uncaptured', 5, 0],
      'No item has a stored request. Set `dashboard.capture.request`, and build a dataset of later requests.',
    ],
  ],
  [
    'no promoted judge',
    { promotedJudges: [] },
    {},
    [
      ...['judge_not_trusted', 1, 0],
      'No version of judge.correctness is promoted. Label requests and validate the judge, and run again.',
    ],
  ],
])('refuses a run with %s', (_name, facts, declared, expected) => {
  expect(refusalOf(facts, declared)).toEqual(expected);
});

it('needs neither stored texts nor judges for labels of people', () => {
  const arms = ['a', 'b'].map((name) => makeArm(name, { evaluator: 'human.label' }));
  const facts = {
    configuredJudges: [],
    promotedJudges: [],
    census: { items: 5, capturedBodies: 0, capturedRequests: 0 },
  };
  expect(refusalOf(facts, { arms, instrument: 'judged_dataset_run' })).toBeNull();
});

it('replays items of which only the request is stored', () => {
  expect(
    refusalOf({ census: { items: 5, capturedBodies: 0, capturedRequests: 1 } }, { instrument: 'replay' }),
  ).toBeNull();
});

it('needs no promotion of a judge whose arm is not in the pair', () => {
  const arms = [makeArm('a'), makeArm('b'), makeArm('c', { evaluator: 'judge.safety', metric: 'safety' })];
  expect(refusalOf({ configuredJudges: [...JUDGE, 'judge.safety'] }, { arms })).toBeNull();
});
