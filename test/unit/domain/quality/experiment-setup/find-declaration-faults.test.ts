import { expect, it } from 'vitest';
import { findDeclarationFaults } from '../../../../../domain/quality/experiment-setup/find-declaration-faults.ts';
import type { ExperimentArm, ExperimentInstrument } from '../../../../../domain/quality/experiments/declaration.ts';
import { makeArm } from '../../../../../testing/quality/make-experiment.ts';

const PAIR = { baseline: 'a', candidate: 'b' };
const CALL = { connection_id: 'conn_00000000000000000000000001', parameters: { max_output_tokens: 100 } };
const JUDGES = [
  ...['judge.correctness', 'judge.groundedness', 'judge.helpfulness', 'judge.instruction_following'],
  ...['judge.relevance', 'judge.safety', 'judge.satisfaction'],
].join(', ');

function faultsOf(
  second: Partial<ExperimentArm>,
  instrument: ExperimentInstrument = 'judged_dataset_run',
  pair = PAIR,
): unknown[] {
  const first = instrument === 'replay' ? makeArm('a', CALL) : makeArm('a');
  const faults = findDeclarationFaults({ instrument, arms: [first, { ...makeArm('b'), ...second }], pair });
  return faults.map(({ pointer, detail }) => [pointer, detail]);
}

it('accepts each instrument', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({}, 'shadow_dual_run')).toEqual([]);
  expect(faultsOf({ ...CALL, system: 'Be short.' }, 'replay')).toEqual([]);
});

it.each<[string, () => unknown[], unknown[]]>([
  [
    'an unknown evaluator',
    () => faultsOf({ evaluator: 'judge.wit' }),
    [
      [
        '/arms/1/evaluator',
        expect.stringMatching(
          /^There is no evaluator `judge\.wit`\. Use one of human\.label, .*, external\.reported\.$/,
        ),
      ],
    ],
  ],
  [
    'a metric of another evaluator',
    () => faultsOf({ metric: 'safety' }),
    [
      ['/arms/1/metric', '`judge.correctness` does not score `safety`. Use one of correctness.'],
      [
        '/pair/candidate',
        'The arms of the pair have different values of `metric`, so they cannot be subtracted. Give both the same.',
      ],
    ],
  ],
  [
    'a basis above the ceiling',
    () => faultsOf({ evaluator: 'external.reported' }),
    [['/arms/1/basis', 'Outcomes of `external.reported` cannot claim `measured`. Use `reported`.']],
  ],
  [
    'two bases',
    () => faultsOf({ basis: 'reported' }),
    [
      [
        '/pair/candidate',
        'The arms of the pair have different values of `basis`, so they cannot be subtracted. Give both the same.',
      ],
    ],
  ],
  [
    'labels for new answers',
    () => faultsOf({ evaluator: 'human.label' }, 'shadow_dual_run'),
    [
      [
        '/arms/1/evaluator',
        `\`shadow_dual_run\` needs a judge, because its answers have no scores. \`human.label\` is not a judge. Use one of ${JUDGES}.`,
      ],
    ],
  ],
  [
    'a replay without a connection',
    () => faultsOf({ parameters: { max_output_tokens: 1 }, tier: 'small' }, 'replay'),
    [
      [
        '/arms/1/connection_id',
        '`connection_id` is missing. A replay calls the model of each arm, so it needs its model, its connection and its parameters.',
      ],
      ['/arms/1/tier', '`tier` has no effect with `replay`. Remove it, or choose another instrument.'],
    ],
  ],
  [
    'a connection without a call',
    () => faultsOf({ connection_id: CALL.connection_id }),
    [
      [
        '/arms/1/connection_id',
        '`connection_id` has no effect with `judged_dataset_run`. Remove it, or choose another instrument.',
      ],
    ],
  ],
  [
    'a repeated name',
    () => faultsOf({ name: 'a' }, 'judged_dataset_run', { baseline: 'a', candidate: 'c' }),
    [
      ['/arms/1/name', 'An earlier arm has the name `a`. Give each arm its own name.'],
      ['/pair/candidate', 'There is no arm `c`. Name one of a, a.'],
    ],
  ],
  [
    'equal arms',
    () => faultsOf({ model: 'a-model' }),
    [['/arms/1', 'The arms `a` and `b` are equal except for their names, so their difference is chance. Change one.']],
  ],
  [
    'a pair of one arm',
    () => faultsOf({}, 'judged_dataset_run', { baseline: 'b', candidate: 'b' }),
    [['/pair/candidate', 'Baseline and candidate are the same arm. Name two arms.']],
  ],
])('refuses %s', (_name, faults, expected) => {
  expect(faults()).toEqual(expected);
});

it('needs the model of each arm of a shadow run', () => {
  const { model: _model, ...arm } = makeArm('b');
  const faults = findDeclarationFaults({ instrument: 'shadow_dual_run', arms: [makeArm('a'), arm], pair: PAIR });
  expect(faults.map(({ pointer }) => pointer)).toEqual(['/arms/1/model']);
});
