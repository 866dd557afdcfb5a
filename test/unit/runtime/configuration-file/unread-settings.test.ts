import { expect, it } from 'vitest';
import { examineConfiguration } from '../../../../runtime/configuration/examine-configuration.ts';
import { JUDGE, withJudge } from './configurations.ts';

it('unknown detectors of drift are valid, because reads drop them', () => {
  const text = 'evals: { drift: { detectors: [psi-window-v1, later-v2] } }';
  const { state, remarks, warnings } = examineConfiguration(text);
  expect([state, remarks, warnings]).toEqual(['valid', [], []]);
});

it('calibrations without a detector of drift are valid, and a warning says that drift is not measured', () => {
  const text = 'evals: { calibration: { quality: { enabled: true, confidence: 0.9 } } }';
  const { state, warnings } = examineConfiguration(text);
  expect([state, warnings.map(({ path, detail }) => `${path} ${detail}`)]).toEqual([
    'valid',
    ['evals.calibration.quality.enabled is true, but `evals.drift.detectors` is empty, so drift is not measured'],
  ]);
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
