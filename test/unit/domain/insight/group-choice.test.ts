import { expect, it } from 'vitest';
import {
  type GroupChoice,
  includesPending,
  endingChoices,
  requestChoices,
} from '../../../../domain/insight/group-choice.ts';
import type { ChoiceMember } from '../../../../domain/insight/dimensions.ts';

const choice = (member: ChoiceMember, pending = false): GroupChoice => ({
  member,
  values: ['a'],
  unserved: false,
  pending,
});

it('requests that have not ended match a filter unless a choice excludes them', () => {
  expect(includesPending([])).toBe(true);
  expect(includesPending([choice('outcome', true), choice('team', true)])).toBe(true);
  expect(includesPending([choice('outcome', true), choice('route')])).toBe(false);
});

it('a team is known for every fact, every other value by the ending of a request', () => {
  const all = (['final_model', 'team', 'route', 'outcome', 'connection'] as const).map((member) => choice(member));
  expect(endingChoices(all).map(({ member }) => member)).toEqual(['final_model', 'route', 'outcome', 'connection']);
  expect(requestChoices(all).map(({ member }) => member)).toEqual(['team']);
});
