import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { splitEvents } from '../../contracts/ingest/calls/ended-call.ts';

/** Counts what a gateway has written into its journal. */
export class JournalTally {
  readonly #folder: string;
  readonly #lines = new Map<string, number>();
  /** The requests; true for those that have ended. */
  readonly #hasEnded = new Map<string, boolean>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Counts and removes closed segments, as the system removes segments that were loaded long ago. */
  takeClosed(): void {
    this.#take(this.#segments().slice(0, -1));
  }

  /** Requires this number of requests in the journal, and that each was admitted and ended exactly once. */
  requireRequests(min: number, max = min): void {
    this.#take(this.#segments());
    const count = this.#hasEnded.size;
    assert.ok(count >= min && count <= max, `${count} requests have a row, not ${min} to ${max}`);
    const lines = ['request_admitted', 'request_terminal'].map((event) => this.linesOf(event));
    assert.deepEqual(lines, [count, count], 'the row of each request, once');
    for (const [request, hasEnded] of this.#hasEnded) assert.ok(hasEnded, `${request} has not ended`);
  }

  /** The number of counted lines of an event, by its name. */
  linesOf(event: string): number {
    return this.#lines.get(event) ?? 0;
  }

  /** The segments in order of writing. */
  #segments(): string[] {
    return readdirSync(this.#folder).sort();
  }

  #take(names: readonly string[]): void {
    for (const name of names) {
      const file = join(this.#folder, name);
      for (const line of readFileSync(file, 'utf8').split('\n').flatMap(splitEvents)) {
        const [, event = '', found = ''] = ROW.exec(line) ?? [];
        if (event === '') continue;
        this.#lines.set(event, this.linesOf(event) + 1);
        // The id is copied, because a substring would keep the complete segment in memory.
        const request = Buffer.from(found).toString();
        if (event === 'request_admitted') this.#hasEnded.set(request, this.#hasEnded.get(request) ?? false);
        if (event === 'request_terminal') this.#hasEnded.set(request, true);
      }
      rmSync(file);
    }
  }
}

const ROW = /^\{"event":"(\w+)".*?"logical_request_id":"([^"]+)"/;
