import { expect, it } from 'vitest';
import { exclusionOfMember, type ExclusionFacts } from '../../../../../domain/quality/datasets/exclusion-of-member.ts';
import { makeMember } from '../../../../../testing/quality/make-dataset-member.ts';

const FACTS: ExclusionFacts = {
  keepsFromMs: undefined,
  erasedBeforeMs: undefined,
  exclusions: [],
  presentIds: new Set(['a']),
};
const WINDOW = { environmentIds: ['env_1'], from: new Date(1_000), to: new Date(2_000) };

it.each([
  ['a request that facts have', {}, 'none'],
  ['a request at the horizon', { keepsFromMs: 1_000 }, 'none'],
  ['a request before the horizon', { keepsFromMs: 1_001 }, 'expired'],
  ['a request at the end of an erasure', { keepsFromMs: 1_001, erasedBeforeMs: 1_000 }, 'expired'],
  ['a request before the end of an erasure', { keepsFromMs: 1_001, erasedBeforeMs: 1_001 }, 'erased'],
  ['a request in an excluded window', { exclusions: [WINDOW] }, 'excluded'],
  ['a request of another environment', { exclusions: [{ ...WINDOW, environmentIds: ['env_2'] }] }, 'none'],
  [
    'a request after an excluded window',
    { exclusions: [{ ...WINDOW, from: new Date(0), to: new Date(1_000) }] },
    'none',
  ],
  ['a request before an excluded window', { exclusions: [{ ...WINDOW, from: new Date(1_001) }] }, 'none'],
  ['a request without facts', { presentIds: new Set<string>() }, 'missing'],
  ['an excluded request without facts', { exclusions: [WINDOW], presentIds: new Set<string>() }, 'excluded'],
  ['an expired request in an excluded window', { keepsFromMs: 1_001, exclusions: [WINDOW] }, 'expired'],
] as const)('%s', (_name, facts, expected) => {
  expect(exclusionOfMember(makeMember('a'), false, { ...FACTS, ...facts })).toBe(expected);
});

it('an erased user counts before every other reason', () => {
  expect(exclusionOfMember(makeMember('a'), true, FACTS)).toBe('erased');
});

it.each(['imported', 'synthetic'] as const)('a request that the build appended is never missing: %s', (kind) => {
  expect(exclusionOfMember(makeMember('z', { kind }), false, FACTS)).toBe('none');
});
