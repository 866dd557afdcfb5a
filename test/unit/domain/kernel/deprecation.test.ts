import { describe, expect, it } from 'vitest';
import {
  deprecationHeaders,
  requireSoundDeprecation,
  usedDeprecations,
  type Deprecation,
} from '../../../../domain/kernel/deprecation.ts';
import { DefectError } from '../../../../domain/kernel/errors.ts';

const OPERATION: Deprecation = { of: { part: 'operation' }, since: '2026-07-25', link: '/docs/moved' };
const OFFSET: Deprecation = {
  of: { part: 'query', name: 'offset' },
  since: '2026-06-01',
  sunset: '2027-02-01',
  link: '/docs/cursors',
};
const HEADER: Deprecation = {
  of: { part: 'header', name: 'X-Old' },
  since: '2026-08-01',
  sunset: '2027-01-15',
  link: '/docs/headers',
};
const ALL = [OPERATION, OFFSET, HEADER];

describe('the deprecations of a request', () => {
  it('are those of the parts that it uses', () => {
    expect(usedDeprecations(ALL, { query: {}, headers: {} })).toEqual([OPERATION]);
    expect(usedDeprecations(ALL, { query: { offset: '' }, headers: {} })).toEqual([OPERATION, OFFSET]);
    expect(usedDeprecations(ALL, { query: { cursor: 'a' }, headers: { 'x-old': '1' } })).toEqual([OPERATION, HEADER]);
    expect(usedDeprecations(ALL, { query: { 'x-old': '1' }, headers: { offset: '1' } })).toEqual([OPERATION]);
  });
});

describe('the headers of deprecations', () => {
  it('are absent without a deprecation', () => {
    expect(deprecationHeaders([])).toBeUndefined();
  });

  it('have no end if none is set', () => {
    expect(deprecationHeaders([OPERATION])).toEqual({
      deprecation: '@1784937600',
      sunset: undefined,
      links: ['</docs/moved>; rel="deprecation"'],
    });
  });

  it('have the earliest beginning, the earliest existing end, and each link', () => {
    expect(deprecationHeaders(ALL)).toEqual({
      deprecation: '@1780272000',
      sunset: 'Fri, 15 Jan 2027 00:00:00 GMT',
      links: [
        '</docs/moved>; rel="deprecation"',
        '</docs/cursors>; rel="deprecation"',
        '</docs/headers>; rel="deprecation"',
      ],
    });
  });
});

describe('a deprecation', () => {
  it('may end 180 days after its first day, and may have no end', () => {
    expect(() => requireSoundDeprecation({ ...OFFSET, sunset: '2026-11-28' })).not.toThrow();
    expect(() => requireSoundDeprecation(OPERATION)).not.toThrow();
  });

  it.each([
    ['2026-11-27', 179],
    ['2026-06-01', 0],
  ])('cannot end earlier, such as on %s', (sunset, days) => {
    expect(() => requireSoundDeprecation({ ...OFFSET, sunset })).toThrow(
      new DefectError(
        `What /docs/cursors deprecates ends after ${days} days. Callers need at least 180. Set a later sunset.`,
      ),
    );
  });

  it('cannot end before it begins, and has existing days', () => {
    expect(() => requireSoundDeprecation({ ...OFFSET, sunset: '2026-05-31' })).toThrow(
      new DefectError('What /docs/cursors deprecates ends before it is deprecated.'),
    );
    expect(() => requireSoundDeprecation({ ...OPERATION, since: '2026-13-01' })).toThrow(
      new DefectError('A deprecation names a day that does not exist: 2026-13-01'),
    );
    expect(() => requireSoundDeprecation({ ...OFFSET, sunset: 'soon' })).toThrow(
      new DefectError('A deprecation names a day that does not exist: soon'),
    );
  });
});
