import { viewBytes } from './view-bytes.ts';
import { instantMs } from './instant-ms.ts';
import { NameWriter } from './name-writer.ts';
import { TextBytes } from './text-bytes.ts';

/** The values of a fact's column. */
export type ColumnValue = string | number | boolean | null;

type SmallType = 'Bool' | 'Int8' | 'UInt16' | 'UInt32' | "DateTime('UTC')";
type PlainType = SmallType | 'Float64' | 'UInt64' | 'Int64' | "DateTime64(3, 'UTC')";
type TextType = 'String' | 'LowCardinality(String)' | 'Map(String, String)';
/** The types of fact columns, as ClickHouse writes them. */
export type ColumnType = TextType | PlainType | `Nullable(${PlainType})`;

/** Writes the values of a column in the Native format. */
export interface ColumnWriter {
  put(value: ColumnValue): void;
  /**
   * Puts the values of some rows at one index. A loop over one column is optimized for its type, unlike a call for each
   * cell of a row.
   */
  putAll(rows: readonly (readonly ColumnValue[])[], index: number): void;
  /** All values that were put. */
  readonly written: readonly Uint8Array[];
}

/**
 * Creates the writer of a column. 64-bit integers are numbers or decimal digits. Instants are texts in UTC; those in
 * whole seconds may be Unix time. A map is a text of its names and values in turn, separated by tabs. Only nullable
 * columns accept null.
 *
 * @param rows the maximum number of values
 */
export function createColumnWriter(type: ColumnType, rows: number): ColumnWriter {
  if (type === 'String') return new TextWriter(rows);
  if (type === 'LowCardinality(String)') return new NamesWriter(rows);
  if (type === 'Map(String, String)') return new MapWriter(rows);
  return isNullable(type) ? new NullableWriter(rows, plainWriter(typeWithin(type), rows)) : plainWriter(type, rows);
}

function isNullable(type: PlainType | `Nullable(${PlainType})`): type is `Nullable(${PlainType})` {
  return type.startsWith('Nullable(');
}

function typeWithin(type: `Nullable(${PlainType})`): PlainType {
  return type.slice('Nullable('.length, -1) as PlainType;
}

function plainWriter(type: PlainType, rows: number): ColumnWriter {
  switch (type) {
    case 'UInt64':
    case 'Int64':
      return new WholeWriter(rows);
    case "DateTime64(3, 'UTC')":
      return new InstantWriter(rows);
    case 'Float64':
      return new FloatWriter(rows);
    default:
      return new SmallWriter(rows, WIDTHS[type]);
  }
}

/** The number of bytes of a value. */
const WIDTHS: Readonly<Record<SmallType, number>> = { Bool: 1, Int8: 1, UInt16: 2, UInt32: 4, "DateTime('UTC')": 4 };

class TextWriter implements ColumnWriter {
  readonly #texts: TextBytes;

  constructor(rows: number) {
    this.#texts = new TextBytes(rows);
  }

  get written(): Uint8Array[] {
    return [this.#texts.written];
  }

  put(value: ColumnValue): void {
    this.#texts.add(value as string);
  }

  putAll(rows: readonly (readonly ColumnValue[])[], index: number): void {
    for (const cells of rows) this.put(cells[index] ?? null);
  }
}

/** A writer of names that repeat. */
class NamesWriter implements ColumnWriter {
  readonly #names: NameWriter;

  constructor(rows: number) {
    this.#names = new NameWriter(rows);
  }

  get written(): Uint8Array[] {
    return this.#names.written;
  }

  put(value: ColumnValue): void {
    this.#names.put(value as string);
  }

  putAll(rows: readonly (readonly ColumnValue[])[], index: number): void {
    for (const cells of rows) this.put(cells[index] ?? null);
  }
}

/** A writer of maps: for each row, the number of pairs up to its end; then all names, and then all values. */
class MapWriter implements ColumnWriter {
  readonly #ends: Uint32Array<ArrayBuffer>;
  readonly #names = new TextBytes(0);
  readonly #values = new TextBytes(0);
  #row = 0;
  #pairs = 0;

  constructor(rows: number) {
    // The counts have 64 bits. A batch has fewer pairs than 32 bits can count, so the upper halves stay 0.
    this.#ends = new Uint32Array(2 * rows);
  }

  get written(): Uint8Array[] {
    return [viewBytes(this.#ends.subarray(0, 2 * this.#row)), this.#names.written, this.#values.written];
  }

  put(value: ColumnValue): void {
    if (value !== '') this.#addPairs((value as string).split('\t'));
    this.#ends[2 * this.#row] = this.#pairs;
    this.#row += 1;
  }

  putAll(rows: readonly (readonly ColumnValue[])[], index: number): void {
    for (const cells of rows) this.put(cells[index] ?? null);
  }

  #addPairs(texts: readonly string[]): void {
    for (const [place, text] of texts.entries()) (place % 2 === 0 ? this.#names : this.#values).add(text);
    this.#pairs += texts.length / 2;
  }
}

/** A writer of integers and booleans of up to 32 bits; a value below zero is written as its complement. */
class SmallWriter implements ColumnWriter {
  readonly #bytes: Uint8Array;
  readonly #width: number;
  #end = 0;

  constructor(rows: number, width: number) {
    this.#bytes = new Uint8Array(rows * width);
    this.#width = width;
  }

  get written(): Uint8Array[] {
    return [this.#bytes.subarray(0, this.#end)];
  }

  put(value: ColumnValue): void {
    const whole = Number(value);
    for (let bit = 0; bit < 8 * this.#width; bit += 8) this.#bytes[this.#end++] = whole >>> bit;
  }

  putAll(rows: readonly (readonly ColumnValue[])[], index: number): void {
    for (const cells of rows) this.put(cells[index] ?? null);
  }
}

class FloatWriter implements ColumnWriter {
  readonly #all: Float64Array;
  #row = 0;

  constructor(rows: number) {
    this.#all = new Float64Array(rows);
  }

  get written(): Uint8Array[] {
    return [viewBytes(this.#all.subarray(0, this.#row))];
  }

  put(value: ColumnValue): void {
    this.#all[this.#row++] = Number(value);
  }

  putAll(rows: readonly (readonly ColumnValue[])[], index: number): void {
    for (const cells of rows) this.put(cells[index] ?? null);
  }
}

const UPPER = 2 ** 32;
/** The number of digits up to which a JavaScript number is exact. */
const EXACT_DIGITS = 15;

/**
 * A writer of 64-bit integers, with or without a sign: a value below zero is written as its complement in both cases.
 */
class WholeWriter implements ColumnWriter {
  readonly #all: BigInt64Array<ArrayBuffer>;
  readonly #halves: Uint32Array;
  #row = 0;

  constructor(rows: number) {
    this.#all = new BigInt64Array(rows);
    this.#halves = new Uint32Array(this.#all.buffer);
  }

  get written(): Uint8Array[] {
    return [viewBytes(this.#all.subarray(0, this.#row))];
  }

  put(value: ColumnValue): void {
    if (typeof value === 'string' && value.length > EXACT_DIGITS) this.#all[this.#row++] = BigInt(value);
    else this.putExact(Number(value));
  }

  putAll(rows: readonly (readonly ColumnValue[])[], index: number): void {
    for (const cells of rows) this.put(cells[index] ?? null);
  }

  protected putExact(whole: number): void {
    const upper = Math.floor(whole / UPPER);
    this.#halves[2 * this.#row] = whole - upper * UPPER;
    this.#halves[2 * this.#row + 1] = upper;
    this.#row += 1;
  }
}

class InstantWriter extends WholeWriter {
  override put(value: ColumnValue): void {
    this.putExact(value === null ? 0 : instantMs(value as string));
  }
}

/** A writer of null flags, followed by all values; for a null, the value is 0. */
class NullableWriter implements ColumnWriter {
  readonly #nulls: Uint8Array;
  readonly #values: ColumnWriter;
  #row = 0;

  constructor(rows: number, values: ColumnWriter) {
    this.#nulls = new Uint8Array(rows);
    this.#values = values;
  }

  get written(): Uint8Array[] {
    return [this.#nulls.subarray(0, this.#row), ...this.#values.written];
  }

  put(value: ColumnValue): void {
    this.#nulls[this.#row++] = value === null ? 1 : 0;
    this.#values.put(value);
  }

  putAll(rows: readonly (readonly ColumnValue[])[], index: number): void {
    for (const cells of rows) this.#nulls[this.#row++] = (cells[index] ?? null) === null ? 1 : 0;
    this.#values.putAll(rows, index);
  }
}
