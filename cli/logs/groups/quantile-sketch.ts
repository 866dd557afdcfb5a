/** The maximum relative error of a quantile: 1 %. */
export const QUANTILE_ERROR = 0.01;

const GAMMA = (1 + QUANTILE_ERROR) / (1 - QUANTILE_ERROR);
const LOG_GAMMA = Math.log(GAMMA);
/** Values below this are counted as 0. A duration in milliseconds has one decimal place. */
const SMALLEST = 0.01;
/** The bins that a sketch gets at once. */
const STEP = 16;

/** The bin of a value: all values of a bin are within the error of its middle. */
export function binOf(value: number): number {
  return value < SMALLEST ? ZERO_BIN : Math.ceil(Math.log(value) / LOG_GAMMA);
}

/** The bin of values that count as 0. It is below every other bin. */
const ZERO_BIN = Math.ceil(Math.log(SMALLEST) / LOG_GAMMA) - 1;

/**
 * Counts of values in bins that grow by a constant factor (DDSketch). Quantiles have a relative error of at most
 * `QUANTILE_ERROR`. The merge of two sketches equals the sketch of all values, in any order.
 */
export class QuantileSketch {
  /** The bin of the first count. */
  #low = 0;
  #counts = new Uint32Array(0);
  #total = 0;

  /** The number of values. */
  get total(): number {
    return this.#total;
  }

  /** The bytes of memory of the counts. */
  get bytes(): number {
    return this.#counts.byteLength;
  }

  add(bin: number, count = 1): void {
    const at = bin - this.#low;
    if (at < 0 || at >= this.#counts.length) this.#include(bin);
    const index = bin - this.#low;
    this.#counts[index] = (this.#counts[index] as number) + count;
    this.#total += count;
  }

  /** The bins with values, in their order. */
  *bins(): Generator<[bin: number, count: number], void> {
    for (let index = 0; index < this.#counts.length; index += 1) {
      const count = this.#counts[index] as number;
      if (count > 0) yield [index + this.#low, count];
    }
  }

  merge(other: QuantileSketch): void {
    for (const [bin, count] of other.bins()) this.add(bin, count);
  }

  /** The value at a share of the ordered values, with the nearest rank; undefined without values. */
  quantile(share: number): number | undefined {
    let left = Math.max(1, Math.ceil(share * this.#total));
    for (const [bin, count] of this.bins()) {
      left -= count;
      if (left <= 0) return bin === ZERO_BIN ? 0 : (2 * GAMMA ** bin) / (GAMMA + 1);
    }
    return undefined;
  }

  #include(bin: number): void {
    const { length } = this.#counts;
    if (length === 0) {
      this.#low = bin;
      this.#counts = new Uint32Array(STEP);
      return;
    }
    const low = bin < this.#low ? bin - STEP : this.#low;
    const end = Math.max(this.#low + length, bin < this.#low ? 0 : bin + STEP);
    const counts = new Uint32Array(end - low);
    counts.set(this.#counts, this.#low - low);
    this.#counts = counts;
    this.#low = low;
  }
}
