/** Large enough that few writes go out, small enough that one waiting for a slow reader costs nothing. */
const BLOCK_LENGTH = 65_536;

/** The same text in blocks of about 64 Ki characters. */
export function* inBlocks(pieces: Iterable<string>): Generator<string> {
  let block = '';
  for (const piece of pieces) {
    block += piece;
    if (block.length < BLOCK_LENGTH) continue;
    yield block;
    block = '';
  }
  if (block !== '') yield block;
}
