import type pg from 'pg';
import { plannedOf } from './planning/plan-batch.ts';

/** Those of some batches that are planned, by their numbers: one is also taken by a batch that died before it was. */
export type FindPlannedBatches = (batchIds: readonly bigint[]) => Promise<ReadonlySet<bigint>>;

export function createPlannedBatchFinder(pool: pg.Pool): FindPlannedBatches {
  return async (batchIds) => new Set((await plannedOf(pool, batchIds)).keys());
}
