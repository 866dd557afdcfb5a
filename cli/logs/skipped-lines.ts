import type { QuarantineReason } from '../../contracts/ingest/lines/parse-traffic-line.ts';

/**
 * The reason why a line is not part of an answer. `late_event` is the cost of a call that had ended before;
 * `unfinished` is a last line that its writer has not finished; `cut_off` is a compressed file without its end.
 */
export type SkipReason = QuarantineReason | 'late_event' | 'unfinished' | 'cut_off';

/** Reasons that are normal in a log that grows, so that `--strict` does not fail. */
const NORMAL: ReadonlySet<SkipReason> = new Set(['unfinished', 'late_event']);

/** The lines that are not part of an answer, counted by reason. */
export class SkippedLines {
  readonly #counts = new Map<SkipReason, number>();

  add(reason: SkipReason, count = 1): void {
    if (count > 0) this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** The counts by reason, in the order of their names. */
  get counts(): Readonly<Partial<Record<SkipReason, number>>> {
    return Object.fromEntries([...this.#counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The number of lines that a complete and valid log does not have. */
  get faulty(): number {
    return [...this.#counts].reduce((sum, [reason, count]) => sum + (NORMAL.has(reason) ? 0 : count), 0);
  }

  /** Sentences for standard error; none if nothing was skipped. */
  get notes(): string[] {
    const texts = Object.entries(this.counts).map(([reason, count]) => `${count} ${reason}`);
    return texts.length === 0 ? [] : [`Lines that are not part of the answer: ${texts.join(', ')}.`];
  }
}
