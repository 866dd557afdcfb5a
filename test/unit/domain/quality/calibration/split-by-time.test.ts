import { expect, it } from 'vitest';
import type { CalibrationPart } from '../../../../../domain/quality/calibration/artifact.ts';
import { splitByTime, type TimedRequest } from '../../../../../domain/quality/calibration/split-by-time.ts';
import { createRandom } from '../../../../../testing/random.ts';

const requestOf = (requestId: string, admittedAtMs: number, traceId = ''): TimedRequest => ({
  requestId,
  admittedAtMs,
  traceId,
});
/** The ids of the requests of each part, in the order of arrival. */
const partsOf = (requests: readonly TimedRequest[]): Record<CalibrationPart, string> => {
  const parts = { fit: '', calibration: '', holdout: '' };
  splitByTime(requests).forEach((part, index) => {
    parts[part] += requests[index]!.requestId;
  });
  return parts;
};
const letters = (text: string): string[] => text.split('');

it('the oldest half, then a quarter, then a quarter, whatever the order of arrival', () => {
  const eight = letters('abcdefgh').map((id, index) => requestOf(id, index));
  expect(partsOf(eight)).toEqual({ fit: 'abcd', calibration: 'ef', holdout: 'gh' });
  const sorted = (parts: Record<string, string>) =>
    Object.fromEntries(Object.entries(parts).map(([part, ids]) => [part, letters(ids).sort().join('')]));
  expect(sorted(partsOf(createRandom(3).shuffled(eight)))).toEqual({ fit: 'abcd', calibration: 'ef', holdout: 'gh' });
});

it.each([
  ['', { fit: '', calibration: '', holdout: '' }],
  ['a', { fit: 'a', calibration: '', holdout: '' }],
  ['ab', { fit: 'a', calibration: 'b', holdout: '' }],
  ['abc', { fit: 'ab', calibration: 'c', holdout: '' }],
  ['abcd', { fit: 'ab', calibration: 'c', holdout: 'd' }],
  ['abcde', { fit: 'abc', calibration: 'd', holdout: 'e' }],
])('few requests fill the first parts: "%s"', (ids, parts) => {
  expect(partsOf(letters(ids).map((id, index) => requestOf(id, index)))).toEqual(parts);
});

it('requests of one time are ordered by their ids', () => {
  expect(partsOf(['d', 'B', 'a', 'c'].map((id) => requestOf(id, 5)))).toEqual({
    fit: 'Ba',
    calibration: 'c',
    holdout: 'd',
  });
});

it('all requests of a trace are in the part of its first one', () => {
  const requests = letters('abcdefgh').map((id, index) =>
    requestOf(id, index, { a: 't', e: 'u', h: 't', g: 'u' }[id] ?? ''),
  );
  expect(partsOf(requests)).toEqual({ fit: 'abcdh', calibration: 'efg', holdout: '' });
});
