/** The line of an admission. */
interface OpenLine {
  /** The offset in the content. */
  readonly offset: number;
  start: number;
  end: number;
  /** The bytes of the line; undefined while they are in the current block. */
  bytes: Buffer | undefined;
}

/** The line of an admission, and its offset in the content. */
export interface AdmissionLine {
  readonly requestId: string;
  readonly line: string;
  readonly offset: number;
}

/**
 * The admissions whose ending has not been read, by the id of their request. A line is copied only if its call is still
 * open at the end of its block.
 */
export class OpenRequests {
  readonly #open = new Map<string, OpenLine>();

  get size(): number {
    return this.#open.size;
  }

  /** Adds the line of an admission, which stands in the current block. */
  add(requestId: string, start: number, end: number, offset: number): void {
    if (!this.#open.has(requestId)) this.#open.set(requestId, { offset, start, end, bytes: undefined });
  }

  /** Closes a request. @returns false if it is not open */
  close(requestId: string): boolean {
    return this.#open.delete(requestId);
  }

  /** Removes the line of a request; undefined if it is not open. */
  take(requestId: string, block: Buffer): AdmissionLine | undefined {
    const line = this.#open.get(requestId);
    this.#open.delete(requestId);
    return line && { requestId, line: textOf(line, block), offset: line.offset };
  }

  /** Keeps the lines of a block whose buffer is used again. */
  endBlock(block: Buffer): void {
    for (const line of this.#open.values()) line.bytes ??= Buffer.from(block.subarray(line.start, line.end));
  }

  /** Removes all lines after the end of a block, in the order of their admission. */
  takeAll(): AdmissionLine[] {
    const lines = [...this.#open].map(([requestId, { bytes, offset }]) => ({
      requestId,
      line: bytes?.toString('utf8') ?? '',
      offset,
    }));
    this.#open.clear();
    return lines;
  }
}

function textOf({ bytes, start, end }: OpenLine, block: Buffer): string {
  return bytes === undefined ? block.toString('utf8', start, end) : bytes.toString('utf8');
}
