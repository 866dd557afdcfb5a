import { expect, it } from 'vitest';
import { distinctMembers } from '../../../../../domain/quality/datasets/distinct-members.ts';
import { makeMember } from '../../../../../testing/quality/make-dataset-member.ts';

it('counts each request and each captured text once, and keeps the first', () => {
  const candidates = [
    makeMember('a', { contentHash: '1' }),
    makeMember('b'),
    makeMember('a', { contentHash: '2' }),
    makeMember('c', { contentHash: '1' }),
    makeMember('d', { contentHash: '2' }),
    makeMember('e'),
  ];
  const { members, duplicates } = distinctMembers(candidates);
  expect(members.map(({ requestId }) => requestId)).toEqual(['a', 'b', 'd', 'e']);
  expect(duplicates).toEqual({ requests: 1, contents: 1 });
});

it('compares with members that are there already, and never by a text that was not captured', () => {
  const known = [makeMember('a', { contentHash: '1' }), makeMember('b')];
  const { members, duplicates } = distinctMembers(
    [makeMember('b', { contentHash: '1' }), makeMember('c', { contentHash: '1' }), makeMember('d')],
    known,
  );
  expect(members.map(({ requestId }) => requestId)).toEqual(['d']);
  expect(duplicates).toEqual({ requests: 1, contents: 1 });
});
