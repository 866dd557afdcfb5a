import { expect, it } from 'vitest';
import { contentVerdict } from '../../../../operator/doctor/content-check.ts';

const MIB = 1_048_576;
const USE = { path: '/content', bytes: 0, freeBytes: 100 * MIB, maxBytes: 100 * MIB, minFreeBytes: 10 * MIB };

it.each([
  ['ok', 69.9 * MIB, 10 * MIB, '69 MiB of 100 MiB used, 10 MiB free at /content'],
  ['warning', 70 * MIB, 10 * MIB, '70 MiB of 100 MiB used, 10 MiB free at /content'],
  ['fault', 0, 10 * MIB - 1, '0 MiB of 100 MiB used, 9 MiB free at /content'],
])('captured content is %s with %d bytes used and %d free', (state, bytes, freeBytes, seen) => {
  expect(contentVerdict({ ...USE, bytes, freeBytes })).toMatchObject({ state, seen });
});
