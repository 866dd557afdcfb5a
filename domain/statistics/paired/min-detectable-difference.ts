import { detectableDistance, type TestPlan } from './test-plan.ts';

/** The smallest mean difference that a two-sided test on a number of items, at least 1, finds with the given power. */
export function minDetectableDifference(plan: TestPlan, items: number): number {
  return detectableDistance(plan) / Math.sqrt(items);
}
