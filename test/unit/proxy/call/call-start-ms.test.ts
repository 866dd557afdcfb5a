import { expect, it } from 'vitest';
import { callStartMs } from '../../../../proxy/call/call-start-ms.ts';

it('milliseconds of an ending count from the complete body, for any duration of its arrival', () => {
  const admittedAt = new Date('2026-03-02T08:00:00.000Z');
  expect(callStartMs({ admittedAt, bodyMs: 61_000 })).toBe(Date.parse('2026-03-02T08:01:01.000Z'));
  expect(callStartMs({ admittedAt })).toBe(admittedAt.getTime());
});
