import { expect, it } from 'vitest';
import { compareByTraffic, type FacetValue } from '../../../../analytics/insight/facets/facet-order.ts';
import { NO_SUMS } from '../../../../domain/insight/additive-sums.ts';

function valueOf(value: string, sums: Partial<FacetValue['sums']>): FacetValue {
  return { facet: { member: 'final_model', value, unserved: false }, sums: { ...NO_SUMS, ...sums } };
}

it('a price that becomes known is not another effect in the order of values, and a correction is one', () => {
  const requests = { admitted: 6n, ended: 6n, attempts: 6n };
  // Six settlements, of which one got its price later, and six settlements with a correction.
  const transition = valueOf('=1+1', { ...requests, effects: 7n, priced: 6n });
  const correction = valueOf('small-2', { ...requests, effects: 7n, priced: 6n, adjustments: 1n });
  const unpriced = valueOf('unheard-of', { ...requests, effects: 8n, priced: 5n, pending: 1n, unpriced: 2n });
  expect([transition, correction, unpriced].sort(compareByTraffic)).toEqual([unpriced, correction, transition]);
});

it('values of equal weight are ordered by their code units: the group without a value first, the unserved one last', () => {
  const sums = { admitted: 3n, ended: 3n, attempts: 3n, effects: 3n, priced: 3n };
  const names = ['', '10', '9', 'Z', 'a', 'a ', 'ä', '日', '\ud83d\ude80', '\uffee'];
  const unserved = { ...valueOf('', sums), facet: { member: 'final_model', value: '', unserved: true } as const };
  const ordered = [...names.map((name) => valueOf(name, sums)), unserved];
  for (let turn = 0; turn < ordered.length; turn += 1) {
    const turned = [...ordered.slice(turn), ...ordered.slice(0, turn)].reverse();
    expect(turned.sort(compareByTraffic)).toEqual(ordered);
  }
});
