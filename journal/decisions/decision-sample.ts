import { scanCallLine, type ScannedCallLine } from './scan-call-line.ts';

/**
 * The maximum number of calls of one environment and decision that one look keeps. A look happens twice a second, and
 * no client reads faster. Refusals have a separate share, so that admitted calls do not displace them.
 */
const MAX_CALLS_OF_ONE = 128;

/** The maximum number of calls that one look keeps. Parsing one takes about 50 µs. */
const MAX_CALLS = 600;

/** A line to parse. */
export interface SampledLine {
  readonly line: string;
  /** The number of calls of the same environment and decision that were skipped directly before the line. */
  readonly skippedBefore: number;
}

interface KeptLine {
  readonly line: string;
  readonly calls: number;
  /** The position of the line among all lines of the look. */
  readonly order: number;
}

/** The lines of one environment and decision. */
interface Share {
  readonly kept: KeptLine[];
  calls: number;
  skipped: number;
}

/**
 * Samples the lines of one look at the journal: the last calls of each environment and decision. It counts all others,
 * so no reader mistakes a sample for all calls.
 */
export class DecisionSample {
  readonly #shares = new Map<string, Share>();
  #order = 0;

  /** Adds lines, oldest first. */
  add(lines: readonly string[]): void {
    for (const line of lines) {
      const scanned = scanCallLine(line);
      if (scanned !== undefined) this.#keep(line, scanned);
    }
  }

  /** Returns the sampled lines in the order in which they were added, and starts again. */
  take(): SampledLine[] {
    const shares = [...this.#shares.values()];
    this.#shares.clear();
    this.#order = 0;
    const max = Math.floor(MAX_CALLS / shares.length);
    const sampled = shares.flatMap((share) => {
      trim(share, max);
      return share.kept.map(({ line, order }, index) => ({
        ...{ line, order },
        skippedBefore: index === 0 ? share.skipped : 0,
      }));
    });
    return sampled
      .sort((one, other) => one.order - other.order)
      .map(({ line, skippedBefore }) => ({ line, skippedBefore }));
  }

  #keep(line: string, { environmentId, decision, calls }: ScannedCallLine): void {
    const name = `${decision} ${environmentId}`;
    const share = this.#shares.get(name) ?? { kept: [], calls: 0, skipped: 0 };
    this.#shares.set(name, share);
    share.kept.push({ line, calls, order: this.#order });
    share.calls += calls;
    this.#order += 1;
    trim(share, MAX_CALLS_OF_ONE);
  }
}

/** Skips the oldest lines until at most `max` calls are left, but never the last line. */
function trim(share: Share, max: number): void {
  while (share.calls > max && share.kept.length > 1) {
    const skipped = share.kept.shift()?.calls ?? 0;
    share.calls -= skipped;
    share.skipped += skipped;
  }
}
