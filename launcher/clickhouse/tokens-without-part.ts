/**
 * The id of an inserted block, by which its repetition is known and dropped, and the part that was to hold its rows.
 */
export interface DeduplicationToken {
  readonly part: string;
  readonly blockId: string;
}

// The engine's own form, a line each: 1 adds a token, 2 drops it.
const RECORD = /^([12])\t([^\t]+)\t([^\t]+)$/;

// Partition, first and last block, level and perhaps mutation. Names of unfinished and doomed parts (`tmp_insert_…`,
// `delete_tmp_…`) have a word where the first block would be.
const PART = /^([^_]+)_(\d+)_(\d+)_\d+(?:_\d+)?$/;

/** True when a log adds a token at all; an older one need not be read then. */
export function addsToken(log: string): boolean {
  return /^1\t/m.test(log);
}

/** A log up to its last whole line: a kill may cut the one that is being written. */
export function wholeLines(log: string): string {
  return log.slice(0, log.lastIndexOf('\n') + 1);
}

/**
 * The tokens that a kill left in a table's log without the rows they stand for.
 *
 * The engine adds a part's tokens and puts the part in place under one lock per table, so a kill leaves at most the
 * part whose tokens were added last. No older token is looked at: an old part may be missing because its rows were
 * deleted, and forgetting its token would let them in again. The engine drops the tokens of what it deletes before it
 * deletes it, so the last part is not taken for a killed one when it was erased.
 *
 * @param log whole lines, oldest first
 * @param entries names in the table's folder; a part that was merged or mutated is there as the one that covers it
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

/** The record by which the engine itself forgets a token. */
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
