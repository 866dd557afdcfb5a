import { MAX_REFUSED_CALLS } from '../../contracts/ingest/calls/refused-calls.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import { admissionLine, endingLine, refusedCallsLine, refusedCallsStart, type RefusedCall } from './decision-lines.ts';

/** Refusals of a key in a minute that have a row of their own, with all that their requests note. */
const WHOLE_ROWS = 100;
const MINUTE_MS = 60_000;

/** How long refusals of a key beyond those gather into one line; their callers wait as long for their answer. */
const GATHER_MS = 50;

/** How a request was refused. */
export interface RefusedEnding extends Pick<CallEnding, 'totalMs'> {
  readonly status: 'refused';
  readonly kind: string;
}

export interface RefusalRowsParts {
  /** Resolves when the lines are kept. */
  readonly write: (lines: readonly string[], by: AdmittedCall['key']) => Promise<void>;
  /** Milliseconds that only go on. */
  readonly monotonicMs: () => number;
  /** Told of each refusal whose row leaves out what its request notes. */
  readonly onShortened: () => void;
}

/** Refusals that gather into one line. */
interface Gathering {
  readonly requests: [RefusedCall, ...RefusedCall[]];
  readonly written: Promise<void>;
  readonly write: () => void;
}

/**
 * The rows of refused requests. A refusal costs its caller nothing, so that a key at its limit could fill the journal: beyond the first of a
 * minute, refusals of a key that are alike share a line, which tells of each by its id and its instants alone. Each of them counts as a request all
 * the same, and none is answered before its line is kept.
 */
export class RefusalRows {
  readonly #parts: RefusalRowsParts;
  /** How many refusals each key had in this minute. There are no more keys than are in force. */
  readonly #counts = new Map<string, number>();
  #minuteEndsAt = -Infinity;
  readonly #gathering = new Map<string, Gathering>();

  constructor(parts: RefusalRowsParts) {
    this.#parts = parts;
  }

  /** Resolves when the row is kept. Rejects when nobody can say whether it is. */
  keep(call: AdmittedCall, ending: RefusedEnding): Promise<void> {
    if (this.#count(call.key.keyId) <= WHOLE_ROWS)
      return this.#parts.write([admissionLine(call), endingLine(call, ending)], call.key);
    this.#parts.onShortened();
    return this.#gather(call, ending);
  }

  /** Has what gathers be written at once. */
  close(): void {
    for (const { write } of [...this.#gathering.values()]) write();
  }

  #count(keyId: string): number {
    const now = this.#parts.monotonicMs();
    if (now >= this.#minuteEndsAt) {
      this.#counts.clear();
      this.#minuteEndsAt = now + MINUTE_MS;
    }
    const count = (this.#counts.get(keyId) ?? 0) + 1;
    this.#counts.set(keyId, count);
    return count;
  }

  #gather(call: AdmittedCall, { kind, totalMs }: RefusedEnding): Promise<void> {
    const start = refusedCallsStart(call, kind);
    const known = this.#gathering.get(start);
    if (known === undefined) return this.#begin(start, { call, totalMs });
    known.requests.push({ call, totalMs });
    if (known.requests.length === MAX_REFUSED_CALLS) known.write();
    return known.written;
  }

  #begin(start: string, first: RefusedCall): Promise<void> {
    const requests: Gathering['requests'] = [first];
    let write: () => void = () => undefined;
    const written = new Promise<void>((resolve) => {
      const timer = setTimeout(() => write(), GATHER_MS);
      write = () => {
        clearTimeout(timer);
        this.#gathering.delete(start);
        resolve(this.#parts.write([refusedCallsLine(start, requests)], first.call.key));
      };
    });
    this.#gathering.set(start, { requests, written, write });
    return written;
  }
}
