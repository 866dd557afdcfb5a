import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../domain/tenancy/actions.ts';
import {
  actionsForGrants,
  keyGrantsFault,
  writableTraffic,
  type KeyGrant,
} from '../../../../domain/tenancy/key-grants.ts';

describe('the rights of a credential', () => {
  it.each<[readonly KeyGrant[], readonly Action[], 'all' | 'feedback' | undefined]>([
    [['models.call'], ['keys.manage'], undefined],
    [['feedback.write'], ['keys.manage', 'feedback.write'], 'feedback'],
    [['traffic.write'], ['keys.manage', 'feedback.write'], 'all'],
    [['models.call', 'feedback.write'], ['keys.manage', 'feedback.write'], 'feedback'],
    [['feedback.write', 'traffic.write'], ['keys.manage', 'feedback.write'], 'all'],
  ])('%j need actions of their creator, and decide which traffic it may send', (grants, actions, writable) => {
    expect([actionsForGrants(grants), writableTraffic(grants), keyGrantsFault(grants)]).toEqual([
      actions,
      writable,
      undefined,
    ]);
  });

  it('never join spending with writing the facts of spend', () => {
    expect(keyGrantsFault(['traffic.write', 'models.call'])).toBe(
      '`models.call` and `traffic.write` exclude each other. Create a separate credential for each of them.',
    );
  });
});
