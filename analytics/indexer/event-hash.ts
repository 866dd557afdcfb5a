import { hash } from 'node:crypto';

/** The first 64 bits of a SHA-256, highest byte first: a character stands for a byte. */
export type EventHash = string;

const BYTES = 8;

export function hashOf(text: string): EventHash {
  return hash('sha256', text, 'binary').slice(0, BYTES);
}

/** The one before: events of a request often come one after the other. */
let hashed = { text: '', hash: hashOf('') };

/** What a request is known by; the empty id stands for what belongs to none. */
export function requestHashOf(workspaceId: string, requestId: string): EventHash {
  const text = `${workspaceId}\t${requestId}`;
  if (hashed.text !== text) hashed = { text, hash: hashOf(text) };
  return hashed.hash;
}

/** The same as a number, in decimal digits. */
export function digitsOf(hashed: EventHash): string {
  return Buffer.from(hashed, 'latin1').readBigUInt64BE().toString();
}

/** Writes hashes in the Native format, as numbers of 64 bits. */
export class HashWriter {
  readonly #bytes: Uint8Array;
  #end = 0;

  constructor(rows: number) {
    this.#bytes = new Uint8Array(rows * BYTES);
  }

  get written(): Uint8Array[] {
    return [this.#bytes];
  }

  add(hashes: readonly EventHash[]): void {
    for (const hashed of hashes) {
      // The lowest byte comes first.
      for (let index = BYTES - 1; index >= 0; index -= 1) this.#bytes[this.#end++] = hashed.charCodeAt(index);
    }
  }
}
