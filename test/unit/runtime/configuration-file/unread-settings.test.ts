import { expect, it } from 'vitest';
import { examineConfiguration } from '../../../../runtime/configuration/examine-configuration.ts';
import { JUDGE, withJudge } from './configurations.ts';

it.each([
  [
    'a calibration',
    'evals: { calibration: { quality: { enabled: true, confidence: 0.9, min_n: 60, refit_interval: 24h } } }',
    ['enabled', 'confidence', 'min_n', 'refit_interval'].map(
      (name) => `evals.calibration.quality.${name} is not supported: this version fits no calibration. Leave it out`,
    ),
    ['evals.calibration.quality.enabled is true, but `evals.drift.detectors` is empty, so drift is not measured'],
  ],
  [
    'the settings of a calibration that is off',
    'evals: { calibration: { quality: { enabled: false, confidence: 0.9 } } }',
    ['evals.calibration.quality.confidence is not supported: this version fits no calibration. Leave it out'],
    [],
  ],
  [
    'detectors of drift',
    'evals: { drift: { detectors: [psi-window-v1, robust-seasonal-v1] } }',
    ['evals.drift.detectors is not supported: this version detects no drift. Leave it out'],
    [],
  ],
])('%s that no component would read cannot be composed, and is reported', (_, text, refused, warned) => {
  const { state, remarks, warnings } = examineConfiguration(text);
  const textsOf = (list: typeof remarks) => list.map(({ path, detail }) => `${path} ${detail}`);
  expect([state, textsOf(remarks), textsOf(warnings)]).toEqual(['not_composable', refused, warned]);
});

it('a panel has at most sixteen members, and the excess is reported', () => {
  const seats = (count: number): string =>
    withJudge(
      `${JUDGE}\nmethod: panel\npanel:\n  members:\n${Array.from(
        { length: count },
        (_, seat) => `    - { model: ${seat % 2 === 0 ? 'claude-x' : 'gpt-5'}, api_key_env: K }\n`,
      ).join('')}`,
    );
  expect(examineConfiguration(seats(16)).state).toBe('valid');
  expect(examineConfiguration(seats(17)).remarks.map(({ path, detail }) => `${path} ${detail}`)).toEqual([
    'evals.evaluators[0].judge.panel.members must have at most 16 seats, but has 17',
  ]);
});
