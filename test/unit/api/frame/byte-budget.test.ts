import { expect, it } from 'vitest';
import { createByteBudget } from '../../../../api/frame/transport/byte-budget.ts';

it('a budget of bytes never exceeds its total, and reuses released bytes', () => {
  const budget = createByteBudget(10);
  const six = budget.take(6);
  expect(budget.take(5)).toBeUndefined();
  const four = budget.take(4);
  expect([six, four].includes(undefined)).toBe(false);
  six?.giveBack();
  expect(budget.take(7)).toBeUndefined();
  expect(budget.take(6)).toBeDefined();
});
