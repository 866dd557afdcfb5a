import { expect, it } from 'vitest';
import { contentVerdict } from '../../../../operator/doctor/content-check.ts';

const MIB = 1_048_576;
const USE = { path: '/content', bytes: 0, freeBytes: 100 * MIB, maxBytes: 100 * MIB, minFreeBytes: 10 * MIB };

it.each([
  ['ok', 69.9 * MIB, 10 * MIB, 'Captured content uses 69 MiB of 100 MiB at /content, where 10 MiB are free.'],
  ['warning', 70 * MIB, 10 * MIB, 'Captured content uses 70 MiB of 100 MiB at /content, where 10 MiB are free.'],
  ['fault', 0, 10 * MIB - 1, 'Captured content uses 0 MiB of 100 MiB at /content, where 9 MiB are free.'],
])('captured content is %s with %d bytes used and %d free', (state, bytes, freeBytes, seen) => {
  expect(contentVerdict({ ...USE, bytes, freeBytes })).toMatchObject({ state, seen });
});
