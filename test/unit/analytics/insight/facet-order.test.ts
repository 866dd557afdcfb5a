import { expect, it } from 'vitest';
import { byWeight, type FacetValue } from '../../../../analytics/insight/groups/facet-order.ts';
import { NO_SUMS } from '../../../../domain/insight/additive-sums.ts';

function valueOf(value: string, sums: Partial<FacetValue['sums']>): FacetValue {
  return { facet: { member: 'final_model', value, unserved: false }, sums: { ...NO_SUMS, ...sums } };
}

it('a price that becomes known is no further effect in the order of values, and a correction is one', () => {
  const requests = { admitted: 6n, ended: 6n, attempts: 6n };
  // Six settlements, one of which got its price later; and six with a correction.
  const transition = valueOf('=1+1', { ...requests, effects: 7n, priced: 6n });
  const correction = valueOf('small-2', { ...requests, effects: 7n, priced: 6n, adjustments: 1n });
  const unpriced = valueOf('unheard-of', { ...requests, effects: 8n, priced: 5n, pending: 1n, unpriced: 2n });
  expect([transition, correction, unpriced].sort(byWeight)).toEqual([unpriced, correction, transition]);
});
