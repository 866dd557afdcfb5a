import { hash } from 'node:crypto';

/** The first 64 bits of a SHA-256, highest byte first; each character represents a byte. */
export type EventHash = string;

const BYTES = 8;

export function hashText(text: string): EventHash {
  return hash('sha256', text, 'binary').slice(0, BYTES);
}

/** The hash that was computed last: events of a request often follow each other. */
let hashed = { workspaceId: '', requestId: '', hash: hashText('\t') };

/** The identity of a request. The empty id represents events without a request. */
export function hashRequest(workspaceId: string, requestId: string): EventHash {
  if (hashed.requestId !== requestId || hashed.workspaceId !== workspaceId) {
    hashed = { workspaceId, requestId, hash: hashText(`${workspaceId}\t${requestId}`) };
  }
  return hashed.hash;
}

/** The hash as a number, in decimal digits. */
export function hashToDigits(hashed: EventHash): string {
  return Buffer.from(hashed, 'latin1').readBigUInt64BE().toString();
}

/** The inverse of `hashToDigits`. */
export function hashFromDigits(digits: string): EventHash {
  const bytes = Buffer.alloc(BYTES);
  bytes.writeBigUInt64BE(BigInt(digits));
  return bytes.toString('latin1');
}

/** Hashes, or parts of them, concatenated in hexadecimal digits. */
export function hashesToHex(hashes: readonly string[]): string {
  return Buffer.from(hashes.join(''), 'latin1').toString('hex');
}

/** Writes hashes in the Native format, as 64-bit numbers. */
export class HashWriter {
  readonly #bytes: Uint8Array;
  #end = 0;

  /** @param rows the maximum number of hashes */
  constructor(rows: number) {
    this.#bytes = new Uint8Array(rows * BYTES);
  }

  get written(): Uint8Array[] {
    return [this.#bytes.subarray(0, this.#end)];
  }

  put(hashed: EventHash): void {
    // The lowest byte comes first.
    for (let index = BYTES - 1; index >= 0; index -= 1) this.#bytes[this.#end++] = hashed.charCodeAt(index);
  }
}
