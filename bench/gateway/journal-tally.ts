import { strict as assert } from 'node:assert';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Counts what a gateway has written into its journal. */
export class JournalTally {
  readonly #folder: string;
  readonly #lines = new Map<string, number>();
  readonly #admitted = new Set<string>();
  readonly #ended = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Takes segments away that are written no more, as it is done with those that were loaded long ago. */
  takeClosed(): void {
    this.#take(this.#segments().slice(0, -1));
  }

  /** Holds so many requests against all that was written: each was let in and ended, once. */
  requireRequests(least: number, most = least): void {
    this.#take(this.#segments());
    const count = this.#admitted.size;
    assert.ok(count >= least && count <= most, `${count} requests have a row, not ${least} to ${most}`);
    const lines = ['request_admitted', 'request_terminal'].map((event) => this.linesOf(event));
    assert.deepEqual([...lines, this.#ended.size], [count, count, count], 'the row of each request, once');
    for (const request of this.#admitted) assert.ok(this.#ended.has(request), `${request} has not ended`);
  }

  /** Lines of an event by its name, of what was taken. */
  linesOf(event: string): number {
    return this.#lines.get(event) ?? 0;
  }

  /** In the order in which they were written. */
  #segments(): string[] {
    return readdirSync(this.#folder).sort();
  }

  #take(names: readonly string[]): void {
    for (const name of names) {
      const file = join(this.#folder, name);
      for (const [, event = '', request = ''] of readFileSync(file, 'utf8').matchAll(ROW)) {
        this.#lines.set(event, this.linesOf(event) + 1);
        if (event === 'request_admitted') this.#admitted.add(request);
        if (event === 'request_terminal') this.#ended.add(request);
      }
      rmSync(file);
    }
  }
}

const ROW = /^\{"event":"(\w+)".*?"logical_request_id":"([^"]+)"/gm;
