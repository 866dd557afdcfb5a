import { expect, it } from 'vitest';
import { type GroupChoice, holdsPending, ofEndings, ofRequests } from '../../../../domain/insight/group-choice.ts';
import type { ChoiceMember } from '../../../../domain/insight/dimensions.ts';

const choice = (member: ChoiceMember, pending = false): GroupChoice => ({
  member,
  values: ['a'],
  unserved: false,
  pending,
});

it('requests that have not ended match a filter unless a choice excludes them', () => {
  expect(holdsPending([])).toBe(true);
  expect(holdsPending([choice('outcome', true), choice('team', true)])).toBe(true);
  expect(holdsPending([choice('outcome', true), choice('route')])).toBe(false);
});

it('a team is known for every fact, every other value by the ending of a request', () => {
  const all = (['final_model', 'team', 'route', 'outcome', 'connection'] as const).map((member) => choice(member));
  expect(ofEndings(all).map(({ member }) => member)).toEqual(['final_model', 'route', 'outcome', 'connection']);
  expect(ofRequests(all).map(({ member }) => member)).toEqual(['team']);
});
