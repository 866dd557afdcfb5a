import { expect, it } from 'vitest';
import { nearestName } from '../../../../domain/kernel/nearest-name.ts';

const NAMES = ['sample_rate', 'max_usd_per_day', 'judge', 'id'];

it.each([
  ['sample_rte', 'sample_rate'],
  ['smaple_rate', 'sample_rate'],
  ['Sample_Rate', 'sample_rate'],
  ['juge', 'judge'],
  ['max_usd_day', undefined],
  ['ix', 'id'],
  ['di', undefined],
  ['jjudgee', 'judge'],
  ['xjudgexx', 'judge'],
  ['xjudgexxx', undefined],
  ['xy', undefined],
  ['', undefined],
])('%s suggests %s', (written, name) => {
  expect(nearestName(written, NAMES)).toBe(name);
});

it('the first of equally similar names is suggested', () => {
  expect(nearestName('request_', ['request1', 'request2'])).toBe('request1');
});

it('is not compared with a much longer text', () => {
  expect(nearestName('request'.repeat(1_000_000), NAMES)).toBeUndefined();
});
