import { describe, expect, it } from 'vitest';
import { Compile } from 'typebox/compile';
import { groupChoices, GroupFilterSchema, type GroupFilter } from '../../../../contracts/insight/group-filter.ts';

const schema = Compile(GroupFilterSchema);

describe('a filter of groups', () => {
  it.each<[string, GroupFilter, ReturnType<typeof groupChoices>]>([
    [
      'chooses each value once, in order',
      { final_model: { values: ['b', 'a'] } },
      [{ member: 'final_model', values: ['a', 'b'], unserved: false, pending: false }],
    ],
    [
      'selects requests that have not ended with their group',
      {
        route: { unserved: true },
        outcome: { values: ['pending_or_unknown', 'failed'] },
        connection: { unnamed: true },
      },
      [
        { member: 'route', values: [], unserved: true, pending: true },
        { member: 'outcome', values: ['failed', 'unknown'], unserved: false, pending: true },
        { member: 'connection', values: [''], unserved: false, pending: true },
      ],
    ],
    [
      'excludes them in other groups, except for a team, which their admission states',
      {
        team: { values: ['blue'] },
        connection: { values: ['c1'] },
        outcome: { values: ['failed'] },
        route: { unnamed: true },
      },
      [
        { member: 'route', values: [''], unserved: false, pending: false },
        { member: 'outcome', values: ['failed'], unserved: false, pending: false },
        { member: 'connection', values: ['c1'], unserved: false, pending: false },
        { member: 'team', values: ['blue'], unserved: false, pending: true },
      ],
    ],
  ])('%s', (_sentence, filter, choices) => {
    expect(schema.Check(filter)).toBe(true);
    expect(groupChoices(filter)).toEqual(choices);
  });

  it('selects nothing if it is absent', () => {
    expect(groupChoices(undefined)).toEqual([]);
  });

  it.each([
    {},
    { team: {} },
    { team: { values: [] } },
    { team: { unserved: true } },
    { team: { values: ['a', 'a'] } },
    { team: { values: ['\n'] } },
    { team: { unnamed: false } },
    { outcome: { values: ['unknown'] } },
    { final_model: { unnamed: true } },
    { release: { values: ['r1'] } },
  ])('is invalid as %j', (filter) => {
    expect(schema.Check(filter)).toBe(false);
  });
});
