import { expect, it } from 'vitest';
import { instantMs } from '../../../../analytics/native/instant-ms.ts';

it.each([
  '2000-01-01T00:00:00.000Z',
  '2026-02-28T23:59:59.999Z',
  '2026-03-01T00:00:00.000Z',
  '2026-03-01T10:20:30.456Z',
  '2028-02-29T12:00:00.001Z',
  '2099-12-31T23:59:59.999Z',
])('%s is read like in the runtime, with or without a zone', (instant) => {
  expect(instantMs(instant)).toBe(Date.parse(instant));
  expect(instantMs(instant.replace('T', ' ').replace('Z', ''))).toBe(Date.parse(instant));
});
