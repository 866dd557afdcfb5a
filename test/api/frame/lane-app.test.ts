import { expect, it } from 'vitest';
import { CUSTOMER_LANE } from '../../../api/customer/lane.ts';
import { aRoute, laneOfTests } from '../../support/apps/lane-of-tests.ts';

it('two operations of one name keep an application from starting', async () => {
  const app = laneOfTests(CUSTOMER_LANE, [aRoute(), aRoute({}, { path: '/others' })]);
  await expect(app.ready()).rejects.toThrow('Two operations are named tests.things.get.');
});
