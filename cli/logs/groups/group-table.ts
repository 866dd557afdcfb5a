import type { CallFacts } from './call-facts.ts';
import { CALL_STATUSES } from './call-statuses.ts';
import { binOf, QuantileSketch } from './quantile-sketch.ts';

/** The sums of a group, by their place in a row. The calls of each status come first. */
export const SUMS = {
  unpriced: CALL_STATUSES.length,
  pendingPrice: CALL_STATUSES.length + 1,
  estimated: CALL_STATUSES.length + 2,
  unknownTokens: CALL_STATUSES.length + 3,
  cacheHits: CALL_STATUSES.length + 4,
  inputTokens: CALL_STATUSES.length + 5,
  outputTokens: CALL_STATUSES.length + 6,
  cachedTokens: CALL_STATUSES.length + 7,
  nanos: CALL_STATUSES.length + 8,
} as const;
export type SumName = keyof typeof SUMS;

/** The first and the last admission of a group, behind its sums. */
const FIRST_MS = CALL_STATUSES.length + 9;
const LAST_MS = FIRST_MS + 1;
/** The number of values of a row. */
const ROW_LENGTH = LAST_MS + 1;

const FIRST_CAPACITY = 256;
const FIRST_KEY_BYTES = 8_192;
/** The largest sum that is held as a double. Adding two of them is exact. */
const MAX_EXACT = 2 ** 52;
/** The bytes of memory of a group besides its key and its sketch. */
const GROUP_BYTES = ROW_LENGTH * 8 + 32;
const SKETCH_BYTES = 256;

/** A group, read from a table. */
export interface GroupRow {
  /** Undefined for the calls that do not state it. */
  readonly key: string | undefined;
  readonly calls: number;
  /** Calls by the index of their status. */
  readonly statuses: readonly number[];
  readonly sum: (name: SumName) => bigint;
  readonly firstMs: number;
  readonly lastMs: number;
  /** The latencies; undefined if the table has none. */
  readonly sketch: QuantileSketch | undefined;
}

/** Sums of calls by a key, exact for any number of groups and of any size. */
export class GroupTable {
  readonly #hasSketches: boolean;
  #slots = new Int32Array(FIRST_CAPACITY * 2).fill(-1);
  #hashes = new Int32Array(FIRST_CAPACITY);
  #keyEnds = new Uint32Array(FIRST_CAPACITY);
  #keys = Buffer.allocUnsafe(FIRST_KEY_BYTES);
  #rows = new Float64Array(FIRST_CAPACITY * ROW_LENGTH);
  /** The parts of sums that are too large for a double, by the index of the sum in the rows. */
  #large = new Map<number, bigint>();
  #sketches: QuantileSketch[] = [];
  #sketchBytes = 0;
  #size = 0;
  #last = 0;

  /** @param hasSketches true if the latencies of each group are counted */
  constructor(hasSketches: boolean) {
    this.#hasSketches = hasSketches;
  }

  get size(): number {
    return this.#size;
  }

  /** The approximate bytes of memory. */
  get bytes(): number {
    return (
      this.#size * (GROUP_BYTES + (this.#hasSketches ? SKETCH_BYTES : 0)) + this.#keyEnd(this.#size) + this.#sketchBytes
    );
  }

  /** The group of a key, which is added if it is new. An empty key is the group of calls that state none. */
  groupOf(bytes: Uint8Array, start: number, end: number): number {
    if (this.#size > 0 && this.#isKey(this.#last, bytes, start, end)) return this.#last;
    return this.#find(bytes, start, end, hashOf(bytes, start, end));
  }

  add(group: number, facts: CallFacts): void {
    const at = group * ROW_LENGTH;
    const rows = this.#rows;
    const inStatus = at + facts.status;
    rows[inStatus] = (rows[inStatus] as number) + 1;
    if (facts.isUnpriced) this.#count(at + SUMS.unpriced);
    if (facts.isPending) this.#count(at + SUMS.pendingPrice);
    if (facts.isCacheHit) this.#count(at + SUMS.cacheHits);
    if (facts.inputTokens < 0 || facts.outputTokens < 0) this.#count(at + SUMS.unknownTokens);
    else {
      this.#sum(at + SUMS.inputTokens, facts.inputTokens);
      this.#sum(at + SUMS.outputTokens, facts.outputTokens);
      this.#sum(at + SUMS.cachedTokens, Math.max(0, facts.cachedTokens));
    }
    if (!facts.isUnpriced && !facts.isPending) {
      // The cost of a call counts as a whole or not at all.
      this.#sum(at + SUMS.nanos, facts.knownNanos);
      if (facts.isCostEstimate) this.#count(at + SUMS.estimated);
    }
    if (facts.admittedMs < (rows[at + FIRST_MS] as number)) rows[at + FIRST_MS] = facts.admittedMs;
    if (facts.admittedMs > (rows[at + LAST_MS] as number)) rows[at + LAST_MS] = facts.admittedMs;
    if (this.#hasSketches && facts.latencyMs >= 0) this.#addLatency(group, binOf(facts.latencyMs), 1);
  }

  /** The groups in the order in which they were added. */
  *groups(): Generator<GroupRow, void> {
    for (let group = 0; group < this.#size; group += 1) yield this.#row(group);
  }

  /** The groups as records of bytes with their hash, for `merge`. */
  *records(): Generator<{ readonly hash: number; readonly record: Buffer }, void> {
    for (let group = 0; group < this.#size; group += 1)
      yield { hash: this.#hashes[group] as number, record: this.#record(group) };
  }

  /** Adds the sums of a record. @returns the bytes of the record */
  merge(records: Buffer, from: number): number {
    const length = records.readUInt32LE(from);
    const keyLength = records.readUInt16LE(from + 4);
    let at = from + RECORD_HEAD;
    const group = this.groupOf(records, at, at + keyLength);
    at += keyLength;
    const row = group * ROW_LENGTH;
    for (let index = 0; index < ROW_LENGTH; index += 1, at += 8) {
      const value = records.readDoubleLE(at);
      if (index === FIRST_MS) this.#rows[row + index] = Math.min(this.#rows[row + index] as number, value);
      else if (index === LAST_MS) this.#rows[row + index] = Math.max(this.#rows[row + index] as number, value);
      else this.#sum(row + index, value);
    }
    for (let count = records.readUInt16LE(at), index = 0; index < count; index += 1) {
      const large = at + 2 + index * LARGE_BYTES;
      const value = (records.readBigInt64LE(large + 2) << 62n) + records.readBigInt64LE(large + 10);
      this.#sum(row + records.readUInt16LE(large), value);
    }
    at += 2 + records.readUInt16LE(at) * LARGE_BYTES;
    for (; at < from + length; at += BIN_BYTES)
      this.#addLatency(group, records.readInt32LE(at), records.readUInt32LE(at + 4));
    return length;
  }

  clear(): void {
    this.#slots.fill(-1);
    this.#large.clear();
    this.#sketches = [];
    this.#sketchBytes = 0;
    this.#size = 0;
    this.#last = 0;
  }

  #record(group: number): Buffer {
    const start = this.#keyStart(group);
    const end = this.#keyEnd(group + 1);
    const row = group * ROW_LENGTH;
    const large = Array.from(
      { length: ROW_LENGTH },
      (_, index) => [index, this.#large.get(row + index)] as const,
    ).filter((entry): entry is readonly [number, bigint] => entry[1] !== undefined);
    const bins = [...(this.#sketches[group]?.bins() ?? [])];
    const keyLength = end - start;
    const length = RECORD_HEAD + keyLength + ROW_LENGTH * 8 + 2 + large.length * LARGE_BYTES + bins.length * BIN_BYTES;
    const record = Buffer.allocUnsafe(length);
    record.writeUInt32LE(length, 0);
    record.writeUInt16LE(keyLength, 4);
    this.#keys.copy(record, RECORD_HEAD, start, end);
    let at = RECORD_HEAD + keyLength;
    for (let index = 0; index < ROW_LENGTH; index += 1)
      at = record.writeDoubleLE(this.#rows[row + index] as number, at);
    at = record.writeUInt16LE(large.length, at);
    for (const [index, value] of large) {
      at = record.writeUInt16LE(index, at);
      at = record.writeBigInt64LE(value >> 62n, at);
      at = record.writeBigInt64LE(value & LOW_BITS, at);
    }
    for (const [bin, count] of bins) {
      at = record.writeInt32LE(bin, at);
      at = record.writeUInt32LE(count, at);
    }
    return record;
  }

  #row(group: number): GroupRow {
    const row = group * ROW_LENGTH;
    const start = this.#keyStart(group);
    const end = this.#keyEnd(group + 1);
    const statuses = CALL_STATUSES.map((_status, index) => this.#rows[row + index] as number);
    // A row is complete in itself, so that it does not keep its table in memory.
    const sums = this.#rows.slice(row, row + FIRST_MS);
    const large = this.#large.size === 0 ? undefined : this.#largeOf(row);
    return {
      key: start === end ? undefined : this.#keys.toString('utf8', start, end),
      calls: statuses.reduce((sum, count) => sum + count, 0),
      statuses,
      sum: (name) => BigInt(sums[SUMS[name]] as number) + (large?.get(SUMS[name]) ?? 0n),
      firstMs: this.#rows[row + FIRST_MS] as number,
      lastMs: this.#rows[row + LAST_MS] as number,
      sketch: this.#sketches[group],
    };
  }

  /** The large parts of the sums of a row, by their place in it. */
  #largeOf(row: number): ReadonlyMap<number, bigint> {
    const parts = [...this.#large].filter(([index]) => index >= row && index < row + ROW_LENGTH);
    return new Map(parts.map(([index, value]) => [index - row, value]));
  }

  #count(index: number): void {
    this.#rows[index] = (this.#rows[index] as number) + 1;
  }

  #sum(index: number, value: number | bigint): void {
    if (typeof value === 'number' && Math.abs(value) <= MAX_EXACT) {
      const sum = (this.#rows[index] as number) + value;
      if (Math.abs(sum) <= MAX_EXACT) {
        this.#rows[index] = sum;
        return;
      }
    }
    this.#large.set(index, (this.#large.get(index) ?? 0n) + BigInt(value));
  }

  #addLatency(group: number, bin: number, count: number): void {
    const sketch = (this.#sketches[group] ??= new QuantileSketch());
    const before = sketch.bytes;
    sketch.add(bin, count);
    this.#sketchBytes += sketch.bytes - before;
  }

  #find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const group = this.#slots[slot] as number;
      if (group === -1) return this.#insert(bytes, start, end, hash, slot);
      if (this.#hashes[group] === hash && this.#isKey(group, bytes, start, end)) {
        this.#last = group;
        return group;
      }
    }
  }

  #insert(bytes: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const group = this.#size;
    if (group === this.#hashes.length) {
      this.#grow();
      return this.#find(bytes, start, end, hash);
    }
    const keyStart = this.#keyEnd(group);
    const keyEnd = keyStart + end - start;
    if (keyEnd > this.#keys.length) {
      const keys = Buffer.allocUnsafe(Math.max(keyEnd, this.#keys.length * 2));
      this.#keys.copy(keys, 0, 0, keyStart);
      this.#keys = keys;
    }
    this.#keys.set(bytes.subarray(start, end), keyStart);
    this.#keyEnds[group] = keyEnd;
    this.#hashes[group] = hash;
    this.#slots[slot] = group;
    const row = group * ROW_LENGTH;
    this.#rows.fill(0, row, row + ROW_LENGTH);
    this.#rows[row + FIRST_MS] = Number.POSITIVE_INFINITY;
    this.#rows[row + LAST_MS] = Number.NEGATIVE_INFINITY;
    this.#size = group + 1;
    this.#last = group;
    return group;
  }

  #grow(): void {
    const capacity = this.#hashes.length * 2;
    const hashes = new Int32Array(capacity);
    hashes.set(this.#hashes);
    const keyEnds = new Uint32Array(capacity);
    keyEnds.set(this.#keyEnds);
    const rows = new Float64Array(capacity * ROW_LENGTH);
    rows.set(this.#rows);
    this.#hashes = hashes;
    this.#keyEnds = keyEnds;
    this.#rows = rows;
    const slots = new Int32Array(capacity * 2).fill(-1);
    for (let group = 0; group < this.#size; group += 1) {
      let slot = (hashes[group] as number) & (slots.length - 1);
      while (slots[slot] !== -1) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = group;
    }
    this.#slots = slots;
  }

  #isKey(group: number, bytes: Uint8Array, start: number, end: number): boolean {
    const keyStart = this.#keyStart(group);
    if (this.#keyEnd(group + 1) - keyStart !== end - start) return false;
    const keys = this.#keys;
    // Keys of one kind often begin with the same bytes, so the comparison begins at their end.
    for (let index = end - start - 1; index >= 0; index -= 1)
      if (keys[keyStart + index] !== bytes[start + index]) return false;
    return true;
  }

  #keyStart(group: number): number {
    return this.#keyEnd(group);
  }

  /** The end of the keys of the first groups. */
  #keyEnd(groups: number): number {
    return groups === 0 ? 0 : (this.#keyEnds[groups - 1] as number);
  }
}

const RECORD_HEAD = 6;
/** A large sum: its index and 126 bits. */
const LARGE_BYTES = 18;
const LOW_BITS = (1n << 62n) - 1n;
const BIN_BYTES = 8;

/** A hash of 32 bits (FNV-1a with a final mix, so that its low bits are as random as its high ones). */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
