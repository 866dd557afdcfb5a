/** The id of an inserted block, by which the engine drops a duplicate, and the part for its rows. */
export interface DeduplicationToken {
  readonly part: string;
  readonly blockId: string;
}

// The engine's format, one record per line: 1 adds a token, 2 drops it.
const RECORD = /^([12])\t([^\t]+)\t([^\t]+)$/;

// Partition, first and last block, level and perhaps mutation. Names of unfinished and doomed parts (`tmp_insert_…`,
// `delete_tmp_…`) have a word where the first block would be.
const PART = /^([^_]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/;

/** True if a log file adds a token, so that older files need not be read. */
export function addsDeduplicationToken(log: string): boolean {
  return /^1\t/m.test(log);
}

/** The complete lines of a log. A kill can leave an incomplete last line. */
export function completeLines(log: string): string {
  return log.slice(0, log.lastIndexOf('\n') + 1);
}

/**
 * The tokens that a kill left in a table's log without their rows.
 *
 * The engine adds a part's tokens and moves the part into position under one lock per table. So a kill can lose only
 * the part whose tokens were added last. Older tokens are not checked: an old part may be missing because its rows were
 * deleted, and without its token a retry would insert them again. The engine drops tokens before it deletes rows, so a
 * deleted last part does not look like a lost one.
 *
 * @param log complete lines, oldest first
 * @param entries names in the table's folder; a merged or mutated part is present as the part that covers it
 */
export function tokensWithoutPart(log: string, entries: readonly string[]): DeduplicationToken[] {
  const parts = new Map<string, string>();
  let last = '';
  for (const line of log.split('\n')) {
    const [, operation, part = '', blockId = ''] = RECORD.exec(line) ?? [];
    if (operation === '1') parts.set(blockId, (last = part));
    if (operation === '2') parts.delete(blockId);
  }
  const wanted = blocksOf(last);
  if (wanted === undefined || entries.some((entry) => covers(blocksOf(entry), wanted))) return [];
  return [...parts].filter(([, part]) => part === last).map(([blockId, part]) => ({ part, blockId }));
}

/** The record with which the engine itself drops a token. */
export function dropRecord({ part, blockId }: DeduplicationToken): string {
  return `2\t${part}\t${blockId}\n`;
}

interface Blocks {
  readonly partition: string;
  readonly first: number;
  readonly last: number;
}

function blocksOf(name: string): Blocks | undefined {
  const [, partition, first, last] = PART.exec(name) ?? [];
  return partition === undefined ? undefined : { partition, first: Number(first), last: Number(last) };
}

function covers(entry: Blocks | undefined, { partition, first, last }: Blocks): boolean {
  return entry !== undefined && entry.partition === partition && entry.first <= first && entry.last >= last;
}
