import { describe, expect, it } from 'vitest';
import { compareSchemas, driftVerdict } from '../../../../../operator/doctor/findings/schema-drift.ts';

const WANTED = [
  'table runs: table',
  'column runs.id: text not null',
  'index runs.by_id: USING btree (id)',
  'table gone: table',
  'column gone.a: text',
];

describe('schemas', () => {
  it('that are equal do not differ', () => {
    const difference = compareSchemas(WANTED, [...WANTED].reverse());
    expect(difference).toEqual({ missing: [], unexpected: [], changed: [] });
    expect(driftVerdict(difference, 'Postgres').state).toBe('ok');
  });

  it('differ by name and definition, and for a complete table only by its name', () => {
    const found = [
      'table runs: table',
      'column runs.id: text',
      'table own: table',
      'column own.x: text',
      'column runs.own: text',
    ];
    const difference = compareSchemas(WANTED, found);
    expect(difference).toEqual({
      missing: ['index runs.by_id', 'table gone'],
      unexpected: ['table own', 'column runs.own'],
      changed: [{ name: 'column runs.id', wanted: 'text not null', found: 'text' }],
    });
    expect(driftVerdict(difference, 'Postgres')).toMatchObject({
      state: 'fault',
      seen:
        'The schema differs from what the migrations create: index runs.by_id is missing; table gone is missing; ' +
        'column runs.id is `text`, not `text not null`; table own is unexpected; column runs.own is unexpected.',
    });
  });

  it('with additional objects only cause a warning', () => {
    expect(driftVerdict(compareSchemas(WANTED, [...WANTED, 'column runs.own: text']), 'Postgres')).toMatchObject({
      state: 'warning',
      seen: 'The schema differs from what the migrations create: column runs.own is unexpected.',
    });
  });
});
