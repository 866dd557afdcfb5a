import { setImmediate } from 'node:timers/promises';

/** Large enough that few writes go out, small enough that one waiting for a slow reader costs nothing. */
const BLOCK_LENGTH = 65_536;

/**
 * The same text in blocks of about 64 Ki characters. Between two blocks everybody else has a turn: a socket whose
 * reader keeps up takes every write at once, and the largest table, which takes seconds to write, would hold the
 * process for them.
 */
export async function* inBlocks(pieces: Iterable<string>): AsyncGenerator<string, void> {
  let block = '';
  for (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = '';
    await setImmediate();
  }
  if (block !== '') yield block;
}
