import type pg from 'pg';
import { waitUntil } from '../../testing/wait-until.ts';
import type { DueContender } from './due-contender.ts';
import { waitUntilInstant } from './due-instant.ts';
import type { ScheduleBatch } from './made-schedules.ts';
import { countDelivered } from './product-contender.ts';
import type { BenchWorker } from './schedule-bench-world.ts';

const PASS_SECONDS = 3_600;

/**
 * Runs the complete batch once. When half of it is delivered, it kills the worker and immediately starts another one.
 */
export async function runWholePass(
  product: DueContender,
  { pool, worker, startWorker }: { pool: pg.Pool; worker: BenchWorker; startWorker: () => Promise<BenchWorker> },
  batch: ScheduleBatch,
  report: (line: string) => void,
): Promise<BenchWorker> {
  const dueAt = new Date(Math.ceil((Date.now() + product.preparationSeconds(batch) * 1_000) / 1_000) * 1_000);
  await product.prepare(batch, dueAt);
  await waitUntilInstant(dueAt);
  await waitUntil(async () => (await countDelivered(pool, batch)) >= batch.schedules / 2, PASS_SECONDS);
  const delivered = await countDelivered(pool, batch);
  await worker.kill();
  const killedAt = Date.now();
  const next = await startWorker();
  await waitUntil(async () => (await countDelivered(pool, batch)) > delivered + 1, PASS_SECONDS);
  const backMs = Date.now() - killedAt;
  await waitUntil(async () => (await countDelivered(pool, batch)) === batch.schedules, PASS_SECONDS);
  const tookSeconds = (Date.now() - dueAt.getTime()) / 1_000;
  await product.verify(batch, dueAt);
  report(
    `\n${batch.schedules} schedules of ${batch.workspaces} workspaces due in the same second, one pass with a kill -9`,
  );
  report(
    `  worker killed after ${delivered} of ${batch.schedules}, delivering again after ${(backMs / 1_000).toFixed(1)} s`,
  );
  report(`  exactly ${batch.schedules} occurrences delivered, one item for each recipient, no instant twice`);
  report(`  ${tookSeconds.toFixed(0)} s, ${(batch.schedules / tookSeconds).toFixed(1)} a second`);
  return next;
}
