import type pg from 'pg';
import { plannedOf } from './planning/plan-batch.ts';

/**
 * Finds the planned batches among some, by their numbers: a batch that died before it was planned also has a number.
 */
export type FindPlannedBatches = (batchIds: readonly bigint[]) => Promise<ReadonlySet<bigint>>;

export function createPlannedBatchFinder(pool: pg.Pool): FindPlannedBatches {
  return async (batchIds) => new Set((await plannedOf(pool, batchIds)).keys());
}
