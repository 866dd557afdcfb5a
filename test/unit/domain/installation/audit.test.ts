import { expect, it } from 'vitest';
import { toAuditOutcome } from '../../../../domain/installation/audit.ts';

it.each([
  [200, 'accepted'],
  [399, 'accepted'],
  [400, 'refused'],
  [499, 'refused'],
  [500, 'failed'],
] as const)('a write with the answer %i was %s', (status, outcome) => {
  expect(toAuditOutcome(status)).toBe(outcome);
});
