import { detectableDistance, type TestPlan } from './test-plan.ts';

/**
 * The number of items with which a two-sided test finds a mean difference with the given power (Miller 2024, Adding
 * Error Bars to Evals, arXiv 2411.00640).
 *
 * @param difference the smallest difference to find, not 0
 */
export function requiredPairs(plan: TestPlan, difference: number): number {
  return Math.ceil((detectableDistance(plan) / difference) ** 2);
}
