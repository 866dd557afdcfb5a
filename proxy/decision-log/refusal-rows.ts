import { MAX_REFUSED_CALLS } from '../../contracts/ingest/calls/refused-calls.ts';
import type { AdmittedCall } from '../call/admitted-call.ts';
import type { CallEnding } from '../call/call-ending.ts';
import { admissionLine, endingLine, refusedCallsLine, refusedCallsStart, type RefusedCall } from './decision-lines.ts';

/** The number of refusals of a key per minute that have separate rows, with all annotations of their requests. */
const WHOLE_ROWS = 100;
const MINUTE_MS = 60_000;

/**
 * Milliseconds for which further refusals of a key are collected into one line. Their callers wait that long for their
 * answer.
 */
const GATHER_MS = 50;

/** The ending of a refused request. */
export interface RefusedEnding extends Pick<CallEnding, 'totalMs' | 'refusedByLimit'> {
  readonly status: 'refused';
  readonly kind: string;
}

export interface RefusalRowsParts {
  /** Stores lines. Resolves when they are stored. */
  readonly write: (lines: readonly string[], by: AdmittedCall['key']) => Promise<void>;
  /** The monotonic clock, in milliseconds. */
  readonly monotonicMs: () => number;
  /** Called after each refusal whose row omits its annotations. */
  readonly onShortened: () => void;
}

/** Refusals that are collected into one line. */
interface Gathering {
  readonly requests: [RefusedCall, ...RefusedCall[]];
  readonly written: Promise<void>;
  readonly write: () => void;
}

/**
 * The rows of refused requests. A refusal costs its caller nothing, so a key at its limit could fill the journal. After
 * the first refusals of a minute, equal refusals of a key share a line, which has the id and the instant of each. Each
 * still counts as a request, and none is answered before its line is stored.
 */
export class RefusalRows {
  readonly #parts: RefusalRowsParts;
  /** The number of refusals of each key in this minute. There are at most as many entries as keys in force. */
  readonly #counts = new Map<string, number>();
  #minuteEndsAt = -Infinity;
  readonly #gathering = new Map<string, Gathering>();

  constructor(parts: RefusalRowsParts) {
    this.#parts = parts;
  }

  /** Stores the row of a refused request. Resolves when it is stored; rejects if that is unknown. */
  keep(call: AdmittedCall, ending: RefusedEnding): Promise<void> {
    if (this.#count(call.key.keyId) <= WHOLE_ROWS)
      return this.#parts.write([admissionLine(call), endingLine(call, ending)], call.key);
    this.#parts.onShortened();
    return this.#gather(call, ending);
  }

  /** Writes the collected refusals immediately. */
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

  #gather(call: AdmittedCall, { kind, totalMs, refusedByLimit }: RefusedEnding): Promise<void> {
    const start = refusedCallsStart(call, kind, refusedByLimit);
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
