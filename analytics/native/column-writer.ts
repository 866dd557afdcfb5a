import { NameWriter } from './name-writer.ts';
import { TextBytes } from './text-bytes.ts';

/** What a column of a fact may hold. */
export type Cell = string | number | boolean | null;

type SmallType = 'Bool' | 'Int8' | 'UInt16' | 'UInt32' | 'Float64' | "DateTime('UTC')";
type PlainType = SmallType | 'UInt64' | 'Int64' | "DateTime64(3, 'UTC')";
/** The types that columns of facts have, as ClickHouse writes them. */
export type ColumnType = 'String' | 'LowCardinality(String)' | PlainType | `Nullable(${PlainType})`;

/** Writes the values of a column in the Native format. */
export interface ColumnWriter {
  add(value: Cell): void;
  /** Everything that was added. */
  readonly written: readonly Uint8Array[];
}

/**
 * Whole numbers of 64 bits are numbers or decimal digits; instants are texts in UTC or, of whole seconds, Unix time; null stands
 * in nullable columns alone.
 *
 * @param rows how many values are going to be added
 */
export function createColumnWriter(type: ColumnType, rows: number): ColumnWriter {
  if (type === 'String') return new TextWriter(rows);
  if (type === 'LowCardinality(String)') return new NameWriter(rows);
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
    default:
      return new SmallWriter(new ARRAYS[type](rows));
  }
}

const ARRAYS = {
  Bool: Uint8Array,
  Int8: Int8Array,
  UInt16: Uint16Array,
  UInt32: Uint32Array,
  Float64: Float64Array,
  "DateTime('UTC')": Uint32Array,
};

class TextWriter implements ColumnWriter {
  readonly #texts: TextBytes;

  constructor(rows: number) {
    this.#texts = new TextBytes(rows);
  }

  get written(): Uint8Array[] {
    return [this.#texts.written];
  }

  add(value: Cell): void {
    this.#texts.add(value as string);
  }
}

class SmallWriter implements ColumnWriter {
  readonly #all: InstanceType<(typeof ARRAYS)[SmallType]>;
  #row = 0;

  constructor(all: InstanceType<(typeof ARRAYS)[SmallType]>) {
    this.#all = all;
  }

  get written(): Uint8Array[] {
    return [bytesOf(this.#all)];
  }

  add(value: Cell): void {
    this.#all[this.#row++] = Number(value);
  }
}

const UPPER = 2 ** 32;
/** Numbers of so many digits are exact. */
const EXACT_DIGITS = 15;

/** Of 64 bits, with a sign or without: what is below zero is written as its complement either way. */
class WholeWriter implements ColumnWriter {
  readonly #all: BigInt64Array<ArrayBuffer>;
  readonly #halves: Uint32Array;
  #row = 0;

  constructor(rows: number) {
    this.#all = new BigInt64Array(rows);
    this.#halves = new Uint32Array(this.#all.buffer);
  }

  get written(): Uint8Array[] {
    return [bytesOf(this.#all)];
  }

  add(value: Cell): void {
    const row = this.#row++;
    if (typeof value === 'string' && value.length > EXACT_DIGITS) {
      this.#all[row] = BigInt(value);
      return;
    }
    const whole = Number(value);
    const upper = Math.floor(whole / UPPER);
    this.#halves[2 * row] = whole - upper * UPPER;
    this.#halves[2 * row + 1] = upper;
  }
}

class InstantWriter extends WholeWriter {
  override add(value: Cell): void {
    super.add(value === null ? 0 : millisecondsOf(value as string));
  }
}

/** Facts that were read from ClickHouse name no zone. */
function millisecondsOf(instant: string): number {
  return Date.parse(instant.endsWith('Z') ? instant : `${instant.replace(' ', 'T')}Z`);
}

/** Which values are null, and behind that all of them: where there is none stands 0. */
class NullableWriter implements ColumnWriter {
  readonly #nulls: Uint8Array;
  readonly #values: ColumnWriter;
  #row = 0;

  constructor(rows: number, values: ColumnWriter) {
    this.#nulls = new Uint8Array(rows);
    this.#values = values;
  }

  get written(): Uint8Array[] {
    return [this.#nulls, ...this.#values.written];
  }

  add(value: Cell): void {
    if (value === null) this.#nulls[this.#row] = 1;
    this.#row += 1;
    this.#values.add(value);
  }
}

/** As they lie in memory: the machines that we run on keep the lowest byte first, as the format does. */
function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
