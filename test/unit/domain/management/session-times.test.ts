import { expect, it } from 'vitest';
import { SESSION_IDLE_MS, SESSION_MS } from '../../../../domain/management/session-times.ts';

it('a session ends after 12 hours, and after an hour without use', () => {
  expect([SESSION_MS, SESSION_IDLE_MS]).toEqual([43_200_000, 3_600_000]);
});
