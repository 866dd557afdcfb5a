import { expect, it } from 'vitest';
import { noFaultPoints } from '../../../../domain/kernel/fault-points.ts';

it('a fault point in normal operation does nothing', () => {
  expect(() => noFaultPoints.reach('run.stored')).not.toThrow();
});
