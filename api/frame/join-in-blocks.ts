import { setImmediate } from 'node:timers/promises';

/**
 * The length of a block in UTF-16 code units: large enough for few writes, and small enough to wait for a slow reader
 * cheaply.
 */
const BLOCK_LENGTH = 65_536;

/**
 * Joins a text into blocks of about 64 Ki characters, and yields to the event loop between two blocks. Otherwise, a
 * socket with a fast reader would accept every write immediately, and the largest table would block the process for the
 * seconds that it takes.
 */
export async function* joinInBlocks(pieces: Iterable<string>): AsyncGenerator<string, void> {
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
