import type pg from 'pg';
import { selectPlannedNumbers } from './planning/plan-batch.ts';

/**
 * Returns those of the batch numbers that belong to a planned batch. A batch whose planning was interrupted has a
 * number too.
 */
export type FindPlannedBatches = (batchIds: readonly bigint[]) => Promise<ReadonlySet<bigint>>;

export function createPlannedBatchFinder(pool: pg.Pool): FindPlannedBatches {
  return async (batchIds) => new Set((await selectPlannedNumbers(pool, batchIds)).keys());
}
