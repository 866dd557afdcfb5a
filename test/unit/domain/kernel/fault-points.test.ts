import { expect, it } from 'vitest';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';

it('a fault point of ordinary operation does nothing', () => {
  expect(() => noFaultPoints.reach('run.stored')).not.toThrow();
});
