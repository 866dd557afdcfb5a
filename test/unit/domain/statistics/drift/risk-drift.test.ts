import { describe, expect, it } from 'vitest';
import { riskDrift } from '../../../../../domain/statistics/drift/risk-drift.ts';
import { binomialUpperBound } from '../../../../../domain/statistics/selective-risk/binomial-upper-bound.ts';
import { bernoulliLowerSequence } from '../../../../../domain/statistics/sequential/bernoulli-sequence.ts';

const reference = { errors: 20, rows: 400 };
const look = (errors: number, rows: number, tolerance = 0) =>
  riskDrift({ reference, online: { errors, rows }, tolerance, alpha: 0.05 });

describe('a test that the risk has risen', () => {
  it('compares bounds that have half of alpha each', () => {
    const result = look(60, 400);
    const upper = binomialUpperBound(20, 400, 0.025);
    const lower = bernoulliLowerSequence(60, 400, { alpha: 0.025, optimalRows: 400 });
    expect(result).toEqual({
      state: 'measured',
      referenceRisk: 0.05,
      referenceUpper: upper,
      onlineRisk: 0.15,
      onlineLower: lower,
      excess: lower - upper,
      isDrift: true,
    });
  });

  it('finds a risk that has tripled, and no rise that chance explains', () => {
    expect(look(60, 400)).toMatchObject({ isDrift: true });
    expect(look(30, 400)).toMatchObject({ isDrift: false });
    expect(look(20, 400)).toMatchObject({ isDrift: false });
    expect(look(0, 400)).toMatchObject({ isDrift: false, onlineLower: 0 });
  });

  it('accepts a rise up to the tolerance', () => {
    expect(look(60, 400, 0.1)).toMatchObject({ isDrift: false });
    expect(look(150, 400, 0.1)).toMatchObject({ isDrift: true });
  });

  it('is unknown without rows', () => {
    const refused = (refusalCode: string): unknown => ({ state: 'refused', refusalCode });
    expect(look(0, 0)).toEqual(refused('no_online_rows'));
    const empty = { errors: 0, rows: 0 };
    expect(riskDrift({ reference: empty, online: reference, tolerance: 0, alpha: 0.05 })).toEqual(
      refused('no_reference_rows'),
    );
  });
});
