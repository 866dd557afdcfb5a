import { expect, it } from 'vitest';
import { takeCensus } from '../../../../../domain/quality/datasets/take-census.ts';
import { makeMember } from '../../../../../testing/quality/make-dataset-member.ts';

it('counts origins and captured texts', () => {
  const census = takeCensus([
    makeMember('a', { contentHash: '1', hasAnswer: true }),
    makeMember('b', { contentHash: '2' }),
    makeMember('c', { hasAnswer: true }),
    makeMember('d', { kind: 'imported', contentHash: '3' }),
    makeMember('e', { kind: 'synthetic' }),
    makeMember('f', { kind: 'synthetic' }),
  ]);
  expect(census).toEqual({
    ...{ items: 6, syntheticItems: 2, importedItems: 1, capturedBodies: 1, capturedRequests: 3 },
    isFitEligible: false,
  });
});

it.each([
  ['captured', true],
  ['imported', false],
  ['synthetic', false],
] as const)('with a %s member, it may be fitted to: %s', (kind, isFitEligible) => {
  expect(takeCensus([makeMember('a'), makeMember('b', { kind })]).isFitEligible).toBe(isFitEligible);
});
