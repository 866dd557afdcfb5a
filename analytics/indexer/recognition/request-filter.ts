const WORDS_IN_A_BLOCK = 8;
const BITS_IN_A_BLOCK = WORDS_IN_A_BLOCK * 32;

/** The bits for each hash in a new filter. With twelve bits, one in 150 hashes that are not in the filter passes. */
const BITS = 12;
/** The bits for each hash in a full filter. One in 30 other hashes passes then. */
const MIN_BITS = 8;

const MIN_BLOCKS = 2 ** 15;
/** 256 MiB, for 268 million hashes. With more, the filter excludes less and is used nevertheless. */
const MAX_BLOCKS = 2 ** 23;

/** Odd numbers that spread a hash over the words of a block, as Parquet defines them. */
const SALTS = Int32Array.of(
  ...[0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31],
);

/**
 * A set of 32-bit hashes: an added hash is always found, another one rarely. It is a split block Bloom filter (Putze,
 * Sanders and Singler 2007; Apache Parquet, BloomFilter.md). A hash sets one bit in each word of one block, which fits
 * into one line of the processor's cache. Sorted hashes fill the blocks in order.
 */
export class RequestFilter {
  readonly #words: Int32Array;
  readonly #blockShift: number;
  #room: number;

  /** @param expected the number of hashes to be added */
  constructor(expected: number) {
    const minBlocks = Math.min(Math.max((expected * BITS) / BITS_IN_A_BLOCK, MIN_BLOCKS), MAX_BLOCKS);
    const bits = Math.ceil(Math.log2(minBlocks));
    const blocks = 2 ** bits;
    this.#words = new Int32Array(blocks * WORDS_IN_A_BLOCK);
    this.#blockShift = 32 - bits;
    this.#room = blocks === MAX_BLOCKS ? Infinity : (blocks * BITS_IN_A_BLOCK) / MIN_BITS;
  }

  /** True if the filter contains so many hashes that a larger filter would exclude more. */
  get isFull(): boolean {
    return this.#room <= 0;
  }

  add(hash: number): void {
    const block = (hash >>> this.#blockShift) * WORDS_IN_A_BLOCK;
    for (let word = 0; word < WORDS_IN_A_BLOCK; word += 1)
      (this.#words[block + word] as number) |= 1 << (Math.imul(hash, SALTS[word] as number) >>> 27);
    this.#room -= 1;
  }

  mayHold(hash: number): boolean {
    const block = (hash >>> this.#blockShift) * WORDS_IN_A_BLOCK;
    for (let word = 0; word < WORDS_IN_A_BLOCK; word += 1) {
      const bit = 1 << (Math.imul(hash, SALTS[word] as number) >>> 27);
      if (((this.#words[block + word] as number) & bit) === 0) return false;
    }
    return true;
  }
}
