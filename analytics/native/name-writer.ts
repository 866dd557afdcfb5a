import { viewBytes } from './view-bytes.ts';
import { TextBytes } from './text-bytes.ts';

/** The flag for a dictionary within the block, instead of one that blocks share. */
const OWN_DICTIONARY = 1n;
const DICTIONARY_FOLLOWS = 0x6_00n;

/** Writes each distinct name once, and the index of the name of each row. */
export class NameWriter {
  readonly #places = new Map<string, number>();
  readonly #placed: Uint32Array;
  #row = 0;
  /** The name of the last row: consecutive rows often have the same name. */
  #name: string | undefined;
  #place = 0;

  constructor(rows: number) {
    this.#placed = new Uint32Array(rows);
  }

  get written(): Uint8Array[] {
    const names = new TextBytes(this.#places.size);
    for (const name of this.#places.keys()) names.add(name);
    const [width, placed] = narrowed(this.#placed.subarray(0, this.#row), this.#places.size);
    const head = [OWN_DICTIONARY, DICTIONARY_FOLLOWS | width, BigInt(this.#places.size)];
    return [wholes(head), names.written, wholes([BigInt(placed.length)]), viewBytes(placed)];
  }

  put(name: string): void {
    if (name !== this.#name) {
      this.#name = name;
      this.#place = this.#placeOf(name);
    }
    this.#placed[this.#row++] = this.#place;
  }

  #placeOf(name: string): number {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.#places.set(name, this.#places.size);
    return this.#places.size - 1;
  }
}

function wholes(values: readonly bigint[]): Uint8Array {
  return new Uint8Array(BigUint64Array.from(values).buffer);
}

/** The indexes in as few bytes as the dictionary needs: 1, 2 or 4. The format states the logarithm of this number. */
function narrowed(placed: Uint32Array, names: number): [bigint, Uint8Array | Uint16Array | Uint32Array] {
  if (names <= 0x1_00) return [0n, new Uint8Array(placed)];
  return names <= 0x1_00_00 ? [1n, new Uint16Array(placed)] : [2n, placed];
}
