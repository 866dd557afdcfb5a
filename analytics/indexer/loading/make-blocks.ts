import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NativeBlock } from '../../native/insert-block.ts';
import type { FactTable } from '../events/fact-rows.ts';
import { factBlock, type BatchRows } from './insert-facts.ts';
import type { PreparedBatch } from './prepare-batch.ts';

/** A batch, and its rows. */
interface BatchPart {
  readonly batch: BatchRows['batch'];
  readonly prepared: Pick<PreparedBatch, 'rows'>;
}

/**
 * The rows of batches that share a token, by table. It pauses between tables, so that concurrent requests to the engine
 * can continue.
 */
export async function makeBlocks(parts: readonly BatchPart[]): Promise<ReadonlyMap<FactTable, NativeBlock>> {
  const blocks = new Map<FactTable, NativeBlock>();
  for (const [table, rows] of byTable(parts)) {
    await nextTurn();
    blocks.set(table, factBlock(table, rows));
  }
  return blocks;
}

function byTable(parts: readonly BatchPart[]): Map<FactTable, [BatchRows, ...BatchRows[]]> {
  const tables = new Map<FactTable, [BatchRows, ...BatchRows[]]>();
  for (const { batch, prepared } of parts) {
    for (const [table, rows] of prepared.rows) {
      const known = tables.get(table);
      if (known === undefined) tables.set(table, [{ batch, rows }]);
      else known.push({ batch, rows });
    }
  }
  return tables;
}
